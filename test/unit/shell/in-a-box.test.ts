import { describe, expect, test } from 'vitest'
import { inABox } from '#electron/shell/boxes/in-a-box.ts'

describe('a sentence in a message box', () => {
  test('is unchanged if it is short', () => {
    const sentence =
      'The provisioning file was not accepted: entry 1, name: “Zürich – 退休” is there twice.'
    expect(inABox(sentence)).toBe(sentence)
  })

  test('stays one line if it quotes a file', () => {
    expect(inABox('It has a field "password\r\n\r\nCall 555 0199.\u2028Now."')).toBe(
      'It has a field "password Call 555 0199. Now."',
    )
  })

  test('does not change the text direction', () => {
    expect(inABox('It has a field "\u202etxet\u2066 \u200fsecret".')).toBe(
      'It has a field "txet secret".',
    )
  })

  test('does not push the buttons off the display', () => {
    const shown = inABox(`It has a field "secret${'🔒'.repeat(50_000)}".`)
    expect(Array.from(shown)).toHaveLength(401)
    expect(shown.endsWith('🔒…')).toBe(true)
  })
})
