import { createServer } from 'node:http'
import { parentPort } from 'node:worker_threads'
import { caseInformationAnswer } from '#test/operations/case-information.ts'
import { largeForecastText, largeSize } from '#test/support/samples/large-forecast.ts'

/** Worker entry: a service on loopback in its own thread, so that its work is not measured with the client's. */
const port = parentPort
if (!port) throw new Error('loopback-service runs as a worker thread only')

/** A little over 5 MB. */
const forecast = Buffer.from(largeForecastText({ ...largeSize, accounts: 52 }))
const caseInformation = Buffer.from(JSON.stringify(caseInformationAnswer()))
const token = Buffer.from('{"access_token":"token","expires_in":86400}')

const bodies: Readonly<Record<string, Buffer>> = {
  '/oauth2/accesstoken': token,
  '/rm/v1/express/forecast': forecast,
  '/rm/v1/express/forecast/caseinformation': caseInformation,
}

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const body = bodies[request.url ?? ''] ?? token
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
      .end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  port.postMessage({
    port: typeof address === 'object' && address !== null ? address.port : 0,
    bytes: forecast.length,
  })
})
