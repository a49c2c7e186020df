import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { bodyFor } from '#electron/core/express/body-for.ts'
import { emptyWhatIf, readWhatIf } from '#renderer/workspace/forecast/what-if.ts'
import { toNumericText } from '#shared/text/numeric-text.ts'
import { stays } from '#test/support/worlds/express-house.ts'
import { asObject } from '#test/support/as-object.ts'
import { answerJson, serve, type Loopback } from '#test/support/servers/loopback-server.ts'
import { createRealClient, type RealClient } from '#test/support/worlds/real-client.ts'
import { participantText } from '#test/operations/arbitrary-parts.ts'
import { requestFields } from '#test/support/samples/request-fields.ts'

/** A recording server receives the program's requests byte by byte. */

const seed = 20_261_120
const locales = ['en-US', 'de-DE', 'de-CH', 'fr-FR', 'en-IN', 'ar-EG', 'fa-IR', 'sv-SE'] as const

let server: Loopback
let client: RealClient
let received = ''

beforeAll(async () => {
  server = await serve(async (request, response) => {
    // Throws for bytes that are not UTF-8.
    received = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      await buffer(request),
    )
    answerJson(response, 200, {})
  })
  client = createRealClient(server.url, { credentials: { style: 'accessToken', value: 'token' } })
})
afterEach(() => vi.unstubAllGlobals())
afterAll(async () => {
  await client.close()
  await server.stop()
})

const arrived = async (
  fields: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> => {
  const body = bodyFor('forecast', client.environment, fields)
  if (!body.ok) throw new Error(body.error.message)
  const answer = await client.express.compute('forecast', 'uat', body.value, stays)
  if (!answer.ok) throw new Error(answer.error.message)
  return asObject(JSON.parse(received))
}

test(`ParticipantXML arrives character for character (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(participantText, async (ParticipantXML) => {
      expect((await arrived({ ParticipantXML }))['ParticipantXML']).toBe(ParticipantXML)
    }),
    { seed, numRuns: 200 },
  )
})

test.each([
  ['astral characters', '<a>😀𝒫\u{10ffff}</a>'],
  ['CR, LF and both', '<a>\r\n\n\r</a>\r\n'],
  ['tabs', '\t<a\tb="\t"/>\t'],
  ['line and paragraph separators', '<a>\u2028\u2029</a>'],
  ['a byte order mark inside', '<a>\ufeff</a>'],
  ['entities and CDATA', '<a b="&#10;&quot;">&amp;lt;<![CDATA[<&]]></a>'],
  ['two megabytes', `<a>${'ä😀\r\n'.repeat(200_000)}</a>`],
])('ParticipantXML with %s arrives unchanged', async (_name, ParticipantXML) => {
  expect((await arrived({ ParticipantXML }))['ParticipantXML']).toBe(ParticipantXML)
})

test(`every filled-in field arrives unchanged, and nothing else (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(requestFields('forecast', 'some'), async (fields) => {
      expect(await arrived(fields)).toEqual({ ...fields, ClientId: 'CLIENT' })
    }),
    { seed, numRuns: 100 },
  )
})

const typed = (locale: string, value: number): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 8 }).format(value)

test.each(locales)(
  `a rate typed as in %s arrives as plain decimal text (seed ${seed})`,
  async (language) => {
    vi.stubGlobal('navigator', { language })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.integer({ min: 0, max: 2_000_000 }),
          fc.integer({ min: 0, max: 100_000_000 }).map((cents) => cents / 100),
          fc.constantFrom(0.1 + 0.2, 0.000_001, 1_234_567.891, 100_000_000),
        ),
        async (value) => {
          const savings = [{ key: 0, planId: 'P', savingsType: '0', value: typed(language, value) }]
          const read = readWhatIf({ ...emptyWhatIf(), savings })
          if (!read.inputs) throw new Error(JSON.stringify(read.errors))
          const body = await arrived({ ...read.inputs, ParticipantXML: '<a/>' })
          const text = asObject(asObject(body['SavingsRateDetails'])['0'])['Value']
          expect(text).toMatch(/^\d+(\.\d+)?$/)
          expect(text).toBe(toNumericText(Number(value.toFixed(8))))
        },
      ),
      { seed, numRuns: 60 },
    )
  },
)

test(`every number is written as plain decimal text (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = toNumericText(value)
      expect(text).toMatch(/^-?\d+(\.\d+)?$/)
      expect(text).not.toMatch(/^-0$|\.\d*0$/)
      const shortened = Number(value.toPrecision(15))
      expect(Number(text)).toBe(Number.isFinite(shortened) ? shortened + 0 : value)
    }),
    { seed, numRuns: 2000 },
  )
})
