import { expect, test } from 'vitest'
import { createAsking } from '#electron/core/questions/asking.ts'
import { createQuestions } from '#electron/core/questions/questions.ts'
import type { ShowQuestion } from '#electron/core/platform/ports.ts'
import { createListeners } from '#shared/listeners.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'

const question = { message: 'May I?', meaning: '', facts: [], yes: 'Yes' }
const open = new AbortController().signal
const code = (result: { ok: boolean; error?: { code: string } }) =>
  result.ok ? 'agreed' : result.error?.code

test('a third question within a minute is refused without being shown, whatever the answers', async () => {
  const clock = createManualClock()
  let shown = 0
  const ask = createAsking(async () => (shown += 1) === 1, clock)
  expect(code(await ask(question, open))).toBe('agreed')
  expect(code(await ask(question, open))).toBe('question.refused')
  clock.advance(59_999)
  expect(code(await ask(question, open))).toBe('question.refused')
  expect(shown).toBe(2)
  clock.advance(1)
  await ask(question, open)
  expect(shown).toBe(3)
})

test('a question that comes while another is open is refused', async () => {
  const answer = Promise.withResolvers<boolean>()
  let shown = 0
  const ask = createAsking(() => {
    shown += 1
    return answer.promise
  }, createManualClock())
  const first = ask(question, open)
  expect(code(await ask(question, open))).toBe('question.refused')
  answer.resolve(true)
  expect(code(await first)).toBe('agreed')
  expect(shown).toBe(1)
})

test('a host that cannot ask refuses everything', async () => {
  const answer = await createAsking(null, createManualClock())(question, open)
  expect(code(answer)).toBe('question.refused')
})

test('a question goes away when the program locks, and none is shown while it is locked', async () => {
  const changes = createListeners<[{ readonly locked: boolean }]>()
  let locked = false
  let shown = 0
  const show: ShowQuestion = (_question, signal) => {
    shown += 1
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(true)))
  }
  const { lower } = createQuestions(
    createAsking(show, createManualClock()),
    () => ({ isLocked: () => locked, onChange: changes.on }),
    () => undefined,
  )
  const asked = lower(['a fact'])
  locked = true
  changes.tell({ locked })
  expect(await asked).toMatchObject({ error: { code: 'question.refused' } })
  expect(await lower(['a fact'])).toMatchObject({ error: { code: 'lock.locked' } })
  expect(shown).toBe(1)
})
