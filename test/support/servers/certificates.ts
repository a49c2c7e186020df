import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { temporaryFolder } from '../worlds/program.ts'

export interface KeyAndCertificate {
  readonly key: string
  readonly cert: string
}

/** A test's own certificate authority, made with openssl. */
export interface Authority {
  readonly cert: string
  /** Issues a certificate for `host`; `from` and `to` are YYYYMMDDhhmmssZ, by default a valid period. */
  readonly issue: (
    host: string,
    span?: { readonly from: string; readonly to: string },
  ) => KeyAndCertificate
}

/** Fast to create; an RSA key takes half a second. */
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']

const ofThisYear = (offset: number): string => `${new Date().getUTCFullYear() + offset}0101000000Z`

export const createAuthority = (name = 'Test authority'): Authority => {
  const folder = temporaryFolder('authority')
  const at = (file: string): string => path.join(folder, file)
  const openssl = (...args: readonly string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  }
  mkdirSync(at('issued'))
  writeFileSync(at('index.txt'), '')
  writeFileSync(at('serial'), '1000\n')
  writeFileSync(
    at('ca.cnf'),
    '[ca]\ndefault_ca = own\n[own]\ndatabase = index.txt\nnew_certs_dir = issued\nserial = serial\n' +
      'default_md = sha256\npolicy = any\nunique_subject = no\ncopy_extensions = copy\n[any]\ncommonName = supplied\n',
  )
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-nodes',
    '-days',
    '30',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  )
  let issued = 0
  return {
    cert: readFileSync(at('ca.pem'), 'utf8'),
    issue: (host, span = { from: ofThisYear(-1), to: ofThisYear(2) }) => {
      issued += 1
      const [key, request, cert] = [`${issued}.key`, `${issued}.csr`, `${issued}.pem`]
      const extension = `subjectAltName=DNS:${host}`
      openssl(
        'req',
        '-new',
        ...newKey,
        '-nodes',
        '-subj',
        `/CN=${host}`,
        '-addext',
        extension,
        '-keyout',
        key,
        '-out',
        request,
      )
      const signed = ['-cert', 'ca.pem', '-keyfile', 'ca.key', '-in', request, '-out', cert]
      openssl(
        'ca',
        '-batch',
        '-notext',
        '-config',
        'ca.cnf',
        '-startdate',
        span.from,
        '-enddate',
        span.to,
        ...signed,
      )
      return { key: readFileSync(at(key), 'utf8'), cert: readFileSync(at(cert), 'utf8') }
    },
  }
}
