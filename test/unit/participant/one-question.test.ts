import { expect, test } from 'vitest'
import { oneQuestion } from '#electron/core/participant/one-question.ts'

/** A dialog that stays open until `answer` is called, and a `lock` that locks the program. */
const open = () => {
  const answers: ((path: string | null) => void)[] = []
  let locked = false
  const ask = oneQuestion(
    () => new Promise((resolve) => answers.push(resolve)),
    () => locked,
  )
  return {
    ask,
    dialogs: () => answers.length,
    answer: (path: string | null) => answers.at(-1)?.(path),
    lock: () => (locked = true),
  }
}

test('a page that asks repeatedly opens one dialog, and the next only after an answer', async () => {
  const { ask, dialogs, answer } = open()
  const first = ask()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([null, null, null])
  expect(dialogs()).toBe(1)
  answer('/home/person/participant.xml')
  expect(await first).toBe('/home/person/participant.xml')
  const next = ask()
  expect(dialogs()).toBe(2)
  answer(null)
  expect(await next).toBeNull()
})

test('a dialog that fails does not prevent the next one', async () => {
  const ask = oneQuestion(
    () => Promise.reject(new Error('no display')),
    () => false,
  )
  await expect(ask()).rejects.toThrow('no display')
  await expect(ask()).rejects.toThrow('no display')
})

test('a choice in a dialog that was left open has no effect once the program is locked', async () => {
  const { ask, answer, lock } = open()
  const asked = ask()
  lock()
  answer('/home/person/somebody-else.xml')
  expect(await asked).toBeNull()
})
