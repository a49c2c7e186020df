import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defineComponent } from 'vue'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { useParticipant } from '#renderer/workspace/participant-store.ts'
import { useProgram } from '#renderer/workspace/program-store.ts'
import { useSubmission, type Submission } from '#renderer/workspace/submission/use-submission.ts'
import { renderApp, renderPart } from '#test/support/screens/render-app.ts'
import { aReview } from '#test/support/samples/sample-receipt.ts'
import type { Scripts } from '#test/support/doubles/scripted-bridge.ts'
import { anOpened, aProfile } from '#test/support/samples/scripted-people.ts'
import {
  anEnvironment,
  createScriptedWorld,
  someSettings,
} from '#test/support/samples/scripted-world.ts'

/** Tests answers from main that arrive in a different order than the requests. */

/** Requests that the test has yet to answer, oldest first. */
const waiting = <T>() => {
  const asked: ((answer: Result<T>) => void)[] = []
  return { asked, ask: () => new Promise<Result<T>>((resolve) => asked.push(resolve)) }
}
/** Calls `use` inside a component over a scripted host, and returns its result. */
const using = async <T>(use: () => T, scripts: Scripts) => {
  const bridge = createScriptedWorld(scripts)
  const used: T[] = []
  await renderPart(defineComponent({ setup: () => (used.push(use()), () => null) }), bridge)
  const [first] = used
  if (first === undefined) throw new Error('nothing was set up')
  return { bridge, used: first }
}

describe('a review that arrives late', () => {
  const draft = (lastName: string): SubmissionDraft => ({
    operation: 'optout',
    participantId: 'P-1',
    firstName: 'Maria',
    lastName,
    optoutInfo: [{ PlanId: 'ACME401K', PlanType: '401K' }],
    reason: '',
  })
  const preparing = async () => {
    const { asked, ask } = waiting<ReturnType<typeof aReview>>()
    const { bridge, used } = await using(
      () => {
        void useProgram().load()
        return { program: useProgram(), submission: useSubmission() }
      },
      { 'submission.review': ask },
    )
    await expect.poll(() => used.program.destination).not.toBeNull()
    const submission: Submission = used.submission
    const first = submission.prepare(draft('First'))
    await expect.poll(() => asked.length).toBe(1)
    return { bridge, asked, submission, first }
  }

  test('does not replace a newer review, and is discarded', async () => {
    const { bridge, asked, submission, first } = await preparing()
    const second = submission.prepare(draft('Second'))
    await expect.poll(() => asked.length).toBe(2)
    asked[1]?.(ok(aReview({ submissionId: 'second' })))
    await second
    asked[0]?.(ok(aReview({ submissionId: 'first' })))
    await first
    expect(submission.review.value?.submissionId).toBe('second')
    expect(submission.preparing.value).toBe(false)
    expect(bridge.asked('submission.discard')).toEqual([{ submissionId: 'first' }])
  })

  test.each(['back', 'startOver'] as const)(
    'is discarded if %s was called meanwhile, and the screen no longer waits for it',
    async (leave) => {
      const { bridge, asked, submission, first } = await preparing()
      submission[leave]()
      expect(submission.preparing.value).toBe(false)
      asked[0]?.(ok(aReview({ submissionId: 'first' })))
      await first
      expect(submission.step.value).toBe('form')
      expect(bridge.asked('submission.discard')).toEqual([{ submissionId: 'first' }])
    },
  )

  test('with an error does not show that error beside newer input', async () => {
    const { asked, submission, first } = await preparing()
    submission.back()
    asked[0]?.(fail({ code: 'internal', message: 'Too late.' }))
    await first
    expect(submission.problem.value).toBeNull()
  })
})

describe('settings and environments', () => {
  test('come from the newest request, whatever the order of the answers', async () => {
    const { asked, ask } = waiting<ReturnType<typeof anEnvironment>[]>()
    const { bridge, used: program } = await using(() => useProgram(), {
      'environments.list': ask,
      'settings.get': () => ok(someSettings()),
    })
    const loaded = program.load()
    await expect.poll(() => asked.length).toBe(1)
    bridge.emit('environments.changed', {})
    await expect.poll(() => asked.length).toBe(2)
    asked[1]?.(ok([anEnvironment({ name: 'New name' })]))
    await expect.poll(() => program.active?.name).toBe('New name')
    expect(program.loading).toBe(false)
    asked[0]?.(ok([anEnvironment({ name: 'Old name' })]))
    await loaded
    expect(program.active?.name).toBe('New name')
  })

  test('report the failure of the newest read, even if an older read has failed', async () => {
    const { asked, ask } = waiting<ReturnType<typeof anEnvironment>[]>()
    const { bridge, used: program } = await using(() => useProgram(), { 'environments.list': ask })
    const loaded = program.load()
    await expect.poll(() => asked.length).toBe(1)
    bridge.emit('environments.changed', {})
    await expect.poll(() => asked.length).toBe(2)
    asked[0]?.(fail({ code: 'internal', message: 'First.' }))
    asked[1]?.(fail({ code: 'internal', message: 'Second.' }))
    await loaded
    await expect.poll(() => program.problem?.message).toBe('Second.')
  })
})

describe('a file that is read again with another mapping', () => {
  const people = [aProfile(), aProfile({ firstName: 'Walter', lastName: 'Nguyen', userId: 'P-2' })]
  const reading = async () => {
    const { asked, ask } = waiting<ReturnType<typeof anOpened>>()
    const { bridge, used: participant } = await using(() => useParticipant(), {
      'participant.open': () => ok(anOpened({ handle: 'whole', participants: people })),
      'participant.openOnly': () => ok(anOpened({ handle: 'part', participants: people.slice(1) })),
      'participant.current': ask,
    })
    await participant.open({ kind: 'example', id: 'mid' })
    return { asked, bridge, participant }
  }
  const anew = anOpened({ handle: 'whole', participants: people, fileName: 'anew.xml' })

  test('is updated if the whole file is on screen again', async () => {
    const { asked, bridge, participant } = await reading()
    await participant.openOnly(1)
    bridge.emit('participant.readAnew', { handle: 'whole' })
    await expect.poll(() => asked.length).toBe(1)
    participant.showWhole()
    asked[0]?.(ok(anew))
    await expect.poll(() => participant.opened?.fileName).toBe('anew.xml')
    expect(participant.whole).toBeNull()
  })

  test('is updated if one of its participants is on screen', async () => {
    const { asked, bridge, participant } = await reading()
    bridge.emit('participant.readAnew', { handle: 'whole' })
    await expect.poll(() => asked.length).toBe(1)
    await participant.openOnly(1)
    asked[0]?.(ok(anew))
    await expect.poll(() => participant.whole?.fileName).toBe('anew.xml')
    expect(participant.opened?.handle).toBe('part')
  })

  test('is closed, with an error, if the mapping finds no participant', async () => {
    const { asked, bridge, participant } = await reading()
    bridge.emit('participant.readAnew', { handle: 'whole' })
    await expect.poll(() => asked.length).toBe(1)
    asked[0]?.(fail({ code: 'participant.notOpen', message: 'No.' }))
    await expect.poll(() => participant.opened).toBeNull()
    expect(participant.problem?.code).toBe('participant.noParticipant')
  })

  test('stays open if the second reading fails for another reason', async () => {
    const { asked, bridge, participant } = await reading()
    bridge.emit('participant.readAnew', { handle: 'whole' })
    await expect.poll(() => asked.length).toBe(1)
    asked[0]?.(fail({ code: 'ipc.invalidReply', message: 'No.' }))
    bridge.emit('participant.readAnew', { handle: 'whole' })
    await expect.poll(() => asked.length).toBe(2)
    asked[1]?.(ok(anew))
    await expect.poll(() => participant.opened?.fileName).toBe('anew.xml')
    expect(participant.problem).toBeNull()
  })
})

test('a search typed for one file hides no participants of the next file', async () => {
  const people = (name: string) =>
    Array.from({ length: 20 }, (_, index) =>
      aProfile({ firstName: name, lastName: `Nr${index}`, userId: `U-${index}` }),
    )
  const bridge = createScriptedWorld({
    'participant.open': () => ok(anOpened({ handle: 'first', participants: people('Person') })),
  })
  await renderApp(bridge)
  await page.getByRole('button', { name: /Maria Alvarez age 46/ }).click()
  const search = page.getByRole('searchbox', { name: 'Search the participants of the file' })
  await search.fill('Person Nr7')
  await expect.element(page.getByText('1 of 20')).toBeVisible()
  bridge.script({
    'participant.open': () => ok(anOpened({ handle: 'second', participants: people('Somebody') })),
  })
  const transfer = new DataTransfer()
  transfer.items.add(new File(['<a/>'], 'second.xml'))
  window.dispatchEvent(
    new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
  )
  await expect.element(page.getByRole('heading', { level: 1, name: 'Somebody Nr0' })).toBeVisible()
  await expect.element(search).toHaveValue('')
  await expect.element(page.getByRole('button', { name: 'Open only Somebody Nr3' })).toBeVisible()
})
