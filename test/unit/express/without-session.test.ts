import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { decodeTransactionText } from '#electron/core/express/text/decode-text.ts'
import { withoutSession } from '#electron/core/express/without-session.ts'

const sid = 'canary-sid-1234'
const posted = `<Post><SID>${sid}</SID><Amount>1</Amount></Post>`
const forms: readonly (readonly [string, string])[] = [
  ['base64', Buffer.from(posted).toString('base64')],
  ['base64 of gzip', gzipSync(posted).toString('base64')],
  ['XML-escaped', posted.replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
  ['percent-encoded', encodeURIComponent(posted)],
]
const clean = (answer: object) =>
  z
    .looseObject({ Transaction: z.string().optional(), CommunicationXML: z.string().optional() })
    .parse(JSON.parse(withoutSession(JSON.stringify(answer), [sid])))

test.each(forms)('the session is removed from a transaction in the form %s', (_form, text) => {
  for (const name of ['Transaction', 'CommunicationXML'] as const) {
    const answer = clean({ a: 1.5, [name]: text })
    const { text: shown } = decodeTransactionText(answer[name] ?? '')
    expect(shown).toContain('<SID>[removed]</SID>')
    expect(shown).toContain('<Amount>1</Amount>')
    expect(shown).not.toContain(sid)
  }
})

test('a transaction without this session is unchanged', () => {
  const other = Buffer.from('<Post><SID>another</SID></Post>').toString('base64')
  const answer = `{ "Transaction" : "${other}","CommunicationXML":"<a\\/>", "x":"${other}","Value":1.50}`
  expect(withoutSession(answer, [sid])).toBe(answer)
  for (const text of ['', '{"Transaction":', '{"Transaction":"\\x"}', '{"Transaction":null}'])
    expect(withoutSession(text, [sid])).toBe(text)
})
