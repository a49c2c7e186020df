import { receiverOf } from '#electron/core/environments/credentials/receiver.ts'
import { describe, expect, test } from 'vitest'
import { fail, ok, type Result } from '#shared/result.ts'
import { house, optout, unwrap } from '#test/support/worlds/submissions-house.ts'

/** Tests that SID and Cookie are sent only with the TransURL for which they were entered. */

const to = (transactionUrl: string) => ({ ...optout, transactionUrl })

describe('TransURL', () => {
  test.each([
    'https://recordkeeper.example\\@elsewhere.example/receive',
    'https:\\\\recordkeeper.example/receive',
    'https:/recordkeeper.example/receive',
    'https:recordkeeper.example',
    'https:///recordkeeper.example',
    'https://record\tkeeper.example/receive',
    'https://recordkeeper.example/\nreceive',
    'https://@recordkeeper.example/receive',
    'https://\uFF52ecordkeeper.example/receive',
    'https://recordkeeper.example\u3002/receive',
    'https://%72ecordkeeper.example/receive',
    'https://0x7f.1/receive',
    'https://recordkeeper.example:0443/receive',
  ])('that other programs may read as a different address is refused: %j', (url) => {
    expect(receiverOf(url, { kind: 'uat' })).toMatchObject({
      ok: false,
      error: { code: 'submission.transUrl', field: 'TransURL' },
    })
  })

  test.each([
    ['https://recordkeeper.example', 'https://recordkeeper.example'],
    ['HTTPS://RecordKeeper.example/a?b=c#d', 'https://recordkeeper.example'],
    [' https://recordkeeper.example:443/receive\n', 'https://recordkeeper.example'],
    ['https://recordkeeper.example:8443/[x]~', 'https://recordkeeper.example:8443'],
    ['https://[::1]/', 'https://[::1]'],
  ])('%j is sent to %s', (url, origin) => {
    expect(receiverOf(url, { kind: 'production' })).toEqual({ ok: true, value: origin })
  })

  test.each([
    ['http://attacker.example/collect', 'attacker.example'],
    ['https://attacker.example/collect', 'attacker.example'],
    ['https://rk.example:8443/collect', 'rk.example:8443'],
    ['https://rk.example.attacker.example/', 'rk.example.attacker.example'],
    ['http://rk.example/receive', 'rk.example'],
    ['http://127.0.0.1:4000/receive', '127.0.0.1:4000'],
  ])('at %s gets no SID or Cookie, and the refusal names the host', async (url, host) => {
    const { submissions, sent } = house({ kind: 'production', baseUrl: 'https://live.example.com' })
    const refused = await submissions.review(to(url))
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'submission.transUrl', field: 'TransURL' },
    })
    expect(refused.ok ? '' : refused.error.message).toContain(host)
    expect(JSON.stringify(refused)).not.toContain('secret')
    expect(sent).toEqual([])
  })

  test('at the origin for which SID and Cookie were entered gets both, whatever the path', async () => {
    const { submissions, sent } = house()
    const { submissionId } = unwrap(await submissions.review(to('https://RK.example/another/path')))
    unwrap(await submissions.send(submissionId, {}))
    expect(sent).toMatchObject([
      { TransactionHTTPEndpoint: { SID: 'secret-sid', Cookie: 'secret-cookie' } },
    ])
  })

  test('on this computer needs no encryption in Training', async () => {
    const { submissions } = house({ receiver: 'http://127.0.0.1:4000' })
    expect((await submissions.review(to('http://127.0.0.1:4000/receive'))).ok).toBe(true)
  })

  test('is not sent with a session that was removed or replaced since the review', async () => {
    const entered = { sid: 'secret-sid', cookie: 'secret-cookie', receiver: 'https://rk.example' }
    const unread = fail({ code: 'keychain.locked', message: 'The keyring is locked.' })
    for (const [now, code] of [
      [ok(null), 'submission.notFound'],
      [ok({ ...entered, cookie: 'another' }), 'submission.notFound'],
      [unread, 'keychain.locked'],
    ] as const) {
      let stored: typeof now | Result<typeof entered> = ok(entered)
      const { submissions, sent } = house({ readTransaction: async () => stored })
      const { submissionId } = unwrap(await submissions.review(to('https://rk.example/receive')))
      stored = now
      expect(await submissions.send(submissionId, {})).toMatchObject({ ok: false, error: { code } })
      expect(sent).toEqual([])
      // A request without a TransURL carries no session.
      const bare = unwrap(await submissions.review({ ...optout, participantId: 'P-200' }))
      expect(unwrap(await submissions.send(bare.submissionId, {})).outcome).toBe('accepted')
    }
  })

  test('is sent without missing values, rather than with empty ones, unless the environment asks for empty ones', async () => {
    const url = 'https://anybody.example/receive'
    const bare = house({ secrets: ok(null) })
    const review = unwrap(await bare.submissions.review(to(url)))
    expect(review.warnings.join()).toContain(
      'The recordkeeper’s address at anybody.example is sent without them',
    )
    unwrap(await bare.submissions.send(review.submissionId, {}))
    expect(bare.sent).toMatchObject([{ TransactionHTTPEndpoint: { TransURL: url } }])
    expect(JSON.stringify(bare.sent)).not.toMatch(/"SID"|"Cookie"/)

    const half = house({
      secrets: ok({ sid: 'secret-sid', cookie: '', receiver: 'https://anybody.example' }),
    })
    const halfway = unwrap(await half.submissions.review(to(url)))
    unwrap(await half.submissions.send(halfway.submissionId, {}))
    expect(JSON.stringify(half.sent)).toContain('"SID":"secret-sid"')
    expect(JSON.stringify(half.sent)).not.toContain('"Cookie"')

    const empty = house({ secrets: ok(null), emptySession: true })
    const shown = unwrap(await empty.submissions.review(to(url)))
    expect(shown.warnings.join()).toContain(
      'The recordkeeper’s address at anybody.example is sent with SID and Cookie empty. Enter them under Settings.',
    )
    expect(shown.warnings.join()).not.toContain('without')
    unwrap(await empty.submissions.send(shown.submissionId, {}))
    expect(empty.sent).toMatchObject([
      { TransactionHTTPEndpoint: { TransURL: url, SID: '', Cookie: '' } },
    ])
  })
})
