import { expect, test } from 'vitest'
import { packSmall, unpackSmall } from '#electron/core/records/packed.ts'

const lengths = [0, 1, 16_384, 200_000]

test('a packed value of any length is unpacked unchanged', async () => {
  for (const length of lengths) {
    const value = {
      text: Array.from({ length }, (_, index) =>
        String.fromCharCode(97 + ((index * index) % 23)),
      ).join(''),
    }
    expect((await unpackSmall(await packSmall(value)))?.value).toEqual(value)
  }
})

test('bytes that are cut off or not packed give no value', async () => {
  const whole = await packSmall({ text: 'opted out' })
  for (let length = 0; length < whole.length; length += 1)
    expect(await unpackSmall(whole.slice(0, length))).toBeNull()
  expect(await unpackSmall(new Uint8Array([0xff, 0xff, 0xff]))).toBeNull()
})
