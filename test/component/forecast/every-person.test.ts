import { expect, inject, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { caseInformation } from '#electron/training/engine/case-information.ts'
import { nextFraction, seededState } from '#electron/training/engine/paths/random.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { writePersonXml } from '#electron/training/people/person-xml.ts'
import type { Strategy } from '#shared/express/reading.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { ok } from '#shared/result.ts'
import { createOneValue } from '#test/support/figures/one-value.ts'
import { makePageWalk, type PageWalk } from '#test/support/figures/page-walk.ts'
import { checkExplanation } from '#test/support/figures/second-evaluator.ts'
import { faultsOfFiles } from '#test/support/figures/table-files.ts'
import { profileIn } from '#test/support/figures/statements.ts'
import type { Explained } from '#test/support/figures/walked.ts'
import { randomPeople } from '#test/support/people/random-people.ts'
import { trainingForecast } from '#test/support/people/training-answers.ts'
import { anOpened } from '#test/support/samples/scripted-people.ts'
import { openForecast } from './open-forecast.ts'
import { aSavedCase } from './sample-saved.ts'

/**
 * Checks every figure on the forecast screen for one participant after another, in one page without
 * reload. A figure has the same value everywhere, sums equal their parts, files equal their tables,
 * nothing is recommended if both strategies are equal, and explanations can be recomputed from
 * their text and the raw answer.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Number of random people. With `all`, the test checks these and all examples; otherwise it
     * draws this many from both.
     */
    readonly people: { readonly count: number; readonly all: boolean; readonly seed: string }
  }
}
const { count, all, seed } = inject('people')

interface Tried {
  readonly name: string
  readonly profile: ParticipantProfile
}

const people = (): readonly Tried[] => {
  const examples = examplePeople.map(({ id, xml }) => ({ name: id, profile: profileIn(xml) }))
  const invented = randomPeople(count, seed).map((spec) => ({
    name: spec.userId,
    profile: profileIn(writePersonXml(spec)),
  }))
  const every = [...examples, ...invented]
  if (all) return every
  // Draw a few people, different ones in each run.
  const state = seededState(`screens ${seed}`)
  return every
    .map((tried) => ({ tried, at: nextFraction(state) }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ tried }) => tried)
}

const button = (name: RegExp): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('button, nav a')].find((each) =>
    name.test(each.getAttribute('aria-label') ?? each.textContent.trim()),
  )

/** Waits for a condition, with a timeout that is long enough for a busy computer. */
const appears = <T>(read: () => T) => vi.waitUntil(read, { timeout: 20_000, interval: 10 })

/** How many rates and ages differ between the answer's strategies. */
const changesIn = (strategies: readonly Strategy[]): number => {
  const [current, revised] = ['Current', 'Revised'].map((type) =>
    strategies.find((each) => each.type === type),
  )
  if (current === undefined || revised === undefined) return 0
  const rates = ({ savingsRateDetail }: Strategy) => {
    const sums = new Map<string, number>()
    for (const { components } of savingsRateDetail)
      for (const { planId, type, isRoth, value } of components) {
        const rate = JSON.stringify([planId, type, isRoth])
        sums.set(rate, (sums.get(rate) ?? 0) + (value ?? 0))
      }
    return sums
  }
  const [before, after] = [rates(current), rates(revised)]
  const differing = [...new Set([...before.keys(), ...after.keys()])].filter(
    (rate) => (before.get(rate) ?? 0) !== (after.get(rate) ?? 0),
  )
  return differing.length + Number(current.retirementAge !== revised.retirementAge)
}

/** The recommended changes on screen, each with the current and the new value. */
const recommended = () =>
  [...document.querySelectorAll('section[aria-labelledby="accept-title"] label strong')].map(
    (strong) => ({
      to: strong.textContent.trim(),
      from: strong.parentElement?.querySelector('.text-muted')?.textContent.trim() ?? '',
    }),
  )

/** Returns a sentence for each fault in the recommended changes `values`. */
const faultsOfAccepting = (
  values: ReturnType<typeof recommended>,
  strategies: readonly Strategy[],
): readonly string[] => {
  const differing = changesIn(strategies)
  return [
    ...values.flatMap(({ from, to }) =>
      from === to ? [`recommends ${to} instead of ${from}`] : [],
    ),
    ...(values.length > differing
      ? [`recommends ${values.length} changes, the answer has ${differing}`]
      : []),
  ]
}

/**
 * Returns the faults that an independent evaluator finds in explanations, given only their texts
 * and the raw answers.
 */
const faultsOfExplaining = (
  explained: readonly Explained[],
  answers: readonly unknown[],
): readonly string[] =>
  explained.flatMap(({ id, shown, text }) => {
    const { wrong } = checkExplanation(text, { answers })
    const [first = ''] = text.split('\n')
    return [
      ...(wrong === '' ? [] : [`${id}: ${wrong}`]),
      ...(first.replace('−', '') === shown.replace(/[+−]/, '')
        ? []
        : [`${id}: ${shown} is explained as ${first}`]),
    ]
  })

/** Charts whose figures are pressed; each person in turn gets one of them. */
const pressedOn = ['Income', 'Wealth', 'Balances', 'Savings', 'Funds', 'Social Security']

/** Ways to move a lever; each person in turn gets one of them. */
const moves: readonly ((walk: PageWalk) => Promise<boolean>)[] = [
  (walk) => walk.move('Retirement age', { by: 2 }),
  (walk) => walk.move('Save ', { by: 3 }),
  (walk) => walk.move('Claim Social Security at', { to: 70 }),
]

test(
  `each figure has one value for ${count}${all ? ' and the example' : ''} people on one page (seed ${seed})`,
  { timeout: 3_600_000 },
  async () => {
    await page.viewport(1280, 900)
    const raws: unknown[] = []
    let strategies: readonly Strategy[] = []
    let now: Tried | undefined
    const bridge = await openForecast({
      'participant.open': () => ok(anOpened()),
      'forecast.run': ({ inputs, claim }) => {
        if (now === undefined) throw new Error('nobody is open')
        const { saved, raw } = trainingForecast(now.profile, {
          inputs,
          claim,
          paths: 40,
        })
        raws.push(raw)
        strategies = saved.reading.strategies
        return ok(saved)
      },
      'forecast.caseInformation': ({ inputs }) => {
        const { SocialSecurity } = caseInformation({
          ...inputs,
          today: '2026-11-27',
        })
        raws.push({ SocialSecurity })
        const saved = aSavedCase(inputs)
        return ok({
          ...saved,
          reading: {
            ...saved.reading,
            socialSecurity: SocialSecurity.map(({ Age, Amount, PenaltyAmount }) => ({
              age: Age,
              amount: Amount,
              penaltyAmount: PenaltyAmount,
            })),
          },
        })
      },
    })
    const walk = makePageWalk()
    const state = seededState(`presses ${seed}`)
    const faults: string[] = []
    let lines = 0
    const press = async (name: RegExp) => (await appears(() => button(name))).click()
    for (const [index, tried] of people().entries()) {
      now = tried
      raws.length = 0
      const one = createOneValue()
      const note = (found: readonly string[]) =>
        faults.push(...found.map((fault) => `${tried.name}: ${fault}`))
      const noteWalked = () => {
        const { readings, faults: found } = walk.take()
        note([...one.add(readings), ...found])
      }
      bridge.script({
        'participant.open': () =>
          ok(
            anOpened({
              handle: `handle-${tried.name}`,
              participants: [tried.profile],
            }),
          ),
      })
      await press(/^Advise$/)
      await press(/Jordan Reed/)
      await press(/^Run forecast/)
      await appears(() => document.querySelector('section[aria-label="Outcome"]'))
      await walk.chooseChart('All')
      await walk.walk('today')
      const opens = button(/the recommendation line by line/i)
      opens?.click()
      if (opens !== undefined) {
        await appears(() => document.querySelector('#accept-title'))
        button(/^Accept all$/)?.click()
        const values = recommended()
        lines += values.length
        note(faultsOfAccepting(values, strategies))
        await walk.look('after accepting')
      }
      button(/^Compare claim ages/)?.click()
      button(/^(Find ways|What one step adds)/)?.click()
      await appears(() => button(/^Cancel$/) === undefined)
      await walk.look('with ways and claim ages')
      await moves[index % moves.length]?.(walk)
      await walk.walk('later')
      note(faultsOfFiles(await walk.copyFiles('later', (table) => table % 8 === index % 8)))
      await walk.chooseChart(pressedOn[index % pressedOn.length] ?? 'Income')
      const picks = Array.from({ length: 10 }, () => nextFraction(state))
      note(faultsOfExplaining(await walk.explainSome(picks), raws))
      noteWalked()
      expect(one.count(), tried.name).toBeGreaterThan(300)
    }
    expect(faults).toEqual([])
    expect(lines).toBeGreaterThan(0)
  },
)
