import { describe, expect, it } from 'vitest'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { adviseAccount, retirementYear } from '#electron/training/engine/advice/account-advice.ts'
import { accountAdvice } from '#electron/training/engine/advice/advice.ts'
import {
  adviceRules,
  advisedBands,
  misfitOf,
  glidePath,
} from '#electron/training/engine/advice/advice-rules.ts'
import { allocationOf, newMoneyOf } from '#electron/training/engine/holdings.ts'
import { householdOf, type PlanAccount } from '#electron/training/engine/person/household.ts'
import { equityOf } from '#electron/training/engine/mixes.ts'
import {
  broken,
  cases,
  changed,
  close,
  free,
  isInTargetDate,
  people,
  positionsOf,
  seed,
} from './support/advice-cases.ts'
import { account, holding, saver, today } from './support/people.ts'

const patience = 120_000

describe(
  `advice for ${cases.length} accounts of ${people.length} people, seed "${seed}"`,
  { timeout: patience },
  () => {
    it('changes some accounts and leaves others unchanged, and every account adds up to 100 percent', () => {
      expect(changed.length).toBeGreaterThan(cases.length / 4)
      expect(changed.length).toBeLessThan(cases.length)
      expect(
        broken(
          cases,
          ({ account: one, after }) =>
            one.positions.length === 0 ||
            Math.abs(after.reduce((sum, percent) => sum + percent, 0) - 100) < close,
        ),
      ).toEqual([])
    })

    it('never changes without a reason', () => {
      expect(broken(changed, ({ reasons }) => reasons.length > 0)).toEqual([])
    })

    it('buys either one target-date fund of the right year, or at most eight other funds', () => {
      expect(
        broken(changed, (one) => {
          const held = free(one).filter(
            ({ position, to }) =>
              to > (position.least > 0 ? Math.max(5, Math.ceil(position.least)) + 2 : close),
          )
          const [only] = held
          if (!held.some(({ position }) => position.fund.target !== null && position.least === 0)) {
            return (
              held.length <= adviceRules.mostFunds &&
              (held.length <= 3 ||
                positionsOf(one).filter(({ to }) => to > close).length <= adviceRules.mostFunds)
            )
          }
          const target = only?.position.fund.target
          const year = target === 'income' ? 2019 : (target ?? 0)
          return (
            held.length === 1 &&
            Math.abs(year - Math.max(2019, retirementYear(one.household))) <=
              adviceRules.targetYearsApart
          )
        }),
      ).toEqual([])
    })

    it('leaves no position under 5 percent and makes no trade under 2 percent, except to close a position', () => {
      expect(
        broken(changed, (one) =>
          free(one).every(
            ({ from, to }) =>
              to < close ||
              (to > 5 - close && (Math.abs(to - from) < close || Math.abs(to - from) > 2 - close)),
          ),
        ),
      ).toEqual([])
    })

    it('does not change what is locked, a brokerage window or an annuity', () => {
      let locked = 0
      expect(
        broken(changed, (one) =>
          positionsOf(one).every(({ position, from, to }) => {
            const isLocked =
              position.fund.role === 'outside' ||
              (position.least > 0 && from <= position.least + 0.01)
            if (isLocked && from > 0) locked++
            return !isLocked || one.account.balance === 0 || Math.abs(to - from) < close
          }),
        ),
      ).toEqual([])
      expect(locked).toBeGreaterThan(50)
    })

    it('respects the file’s minimums and maximums, and buys nothing that accepts no new money', () => {
      expect(
        broken(changed, (one) =>
          free(one).every(
            ({ position, from, to }) =>
              to >= position.least - close &&
              to <= position.most + close &&
              (position.mostNew > 0 || to <= from + close),
          ),
        ),
      ).toEqual([])
    })

    it('never buys a brokerage window, an annuity, a guaranteed account or one company’s shares', () => {
      const never = new Set(['outside', 'guaranteed', 'companyStock'])
      expect(
        broken(cases, (one) =>
          positionsOf(one).every(
            ({ position, from, to }) => !never.has(position.fund.role) || to <= from + close,
          ),
        ),
      ).toEqual([])
    })

    it('leaves at most 10 percent in one company’s shares, unless they cannot be sold', () => {
      expect(
        broken(changed, (one) => {
          const stocks = positionsOf(one).filter(({ position }) => position.fund.singleStock)
          const stay = stocks.reduce(
            (sum, { position, from }) =>
              sum + (position.least > 0 ? Math.min(from, position.least) : 0),
            0,
          )
          return stocks.reduce((sum, { to }) => sum + to, 0) <= Math.max(10, stay + 5) + close
        }),
      ).toEqual([])
    })

    it("reaches the bands for the person's age if nothing is fixed and the plan has the funds for it", () => {
      let held = 0
      const wanted = [
        ['LCI01', 'TSM01'],
        ['INI01', 'TIX01'],
        ['BDI01', 'BDG01'],
      ]
      expect(
        broken(changed, (one) => {
          const isFree = ({ least, most, mostNew, fund }: PlanAccount['positions'][number]) =>
            least === 0 &&
            most === 100 &&
            mostNew === 100 &&
            fund.role !== 'outside' &&
            fund.role !== 'companyStock'
          const ids = new Set(one.account.positions.map(({ fund }) => fund.id))
          if (
            !one.account.positions.every(isFree) ||
            !wanted.every((either) => either.some((id) => ids.has(id)))
          )
            return true
          if (isInTargetDate(one)) return true
          held++
          const { mix } = allocationOf(one.account, one.after)
          return (
            misfitOf(
              mix,
              glidePath(one.household.age, one.household.retirementAge),
              advisedBands,
            ) === 0
          )
        }),
      ).toEqual([])
      expect(held).toBeGreaterThan(100)
    })

    it('never goes further outside the bands than the current holdings', () => {
      expect(
        broken(changed, (one) => {
          if (isInTargetDate(one)) return true
          const suits = glidePath(one.household.age, one.household.retirementAge)
          const miss = (percents: readonly number[]) =>
            misfitOf(allocationOf(one.account, percents).mix, suits, advisedBands)
          return miss(one.after) <= miss(one.before) + close
        }),
      ).toEqual([])
    })

    it('changes nothing more once it is followed', () => {
      expect(
        broken(changed, ({ household, account: one, after }) => {
          const balance = one.balance || 100_000
          const positions = one.positions.map((position, index) => ({
            ...position,
            balance: (balance * (after[index] ?? 0)) / 100,
          }))
          return !adviseAccount(household, { ...one, balance, positions }, false).isChanged
        }),
      ).toEqual([])
    })

    it('divides new money in whole percents among the funds it buys, at most FutMax each', () => {
      let capped = 0
      expect(
        broken(changed, ({ account: one, after }) => {
          const given = newMoneyOf(one, after)
          if (!given) return true
          if (
            given.some(
              (percent, index) =>
                percent > 0 && percent === one.positions[index]?.mostNew && percent < 100,
            )
          )
            capped++
          return (
            given.reduce((sum, percent) => sum + percent, 0) === 100 &&
            given.every((percent, index) => {
              const position = one.positions[index]
              if (percent === 0) return true
              return (
                position !== undefined &&
                Number.isInteger(percent) &&
                percent <= position.mostNew &&
                (after[index] ?? 0) > 0 &&
                ['core', 'targetDate'].includes(position.fund.role)
              )
            })
          )
        }),
      ).toEqual([])
      expect(capped).toBeGreaterThan(5)
    })

    it('is the same every time', () => {
      for (const { household, account: one, after } of cases.slice(0, 200)) {
        expect(adviseAccount(household, one, false).allocation.percents).toEqual(after)
      }
    })

    it('does not add risk near retirement if the goal is met in poor markets, not even through a target-date fund', () => {
      let followed = 0
      let low = 0
      expect(
        broken(cases, ({ household, account: one, before }) => {
          if (household.retirementAge - household.age > adviceRules.yearsWithoutMoreRisk)
            return true
          const shares = equityOf(allocationOf(one, before).mix)
          const { allocation, isChanged } = adviseAccount(household, one, true)
          if (
            isChanged &&
            shares < glidePath(household.age, household.retirementAge) - advisedBands.equity
          )
            low++
          if (isChanged) followed++
          return equityOf(allocation.mix) <= shares + advisedBands.equity + close
        }),
      ).toEqual([])
      expect(followed).toBeGreaterThan(20)
      expect(low).toBeGreaterThan(10)
    })
  },
)

describe('advice does not change', () => {
  const adviceOn = (
    holdings: ReturnType<typeof holding>[],
    fields: Partial<ParticipantProfile> = {},
  ) => {
    const household = householdOf({
      profile: saver({ accounts: [account('A', holdings)], ...fields }),
      today,
    })
    const [advice] = accountAdvice(household, false)
    if (!advice) throw new Error('no advice')
    return advice
  }

  it('a target-date fund of about the right year', () => {
    const others = [holding('LCI01', 0), holding('BDI01', 0), holding('TD045', 0)]
    expect(adviceOn([holding('TD050', 90_000), ...others]).isChanged).toBe(false)
    expect(adviceOn([holding('TD025', 90_000), ...others]).isChanged).toBe(true)
  })

  it('stocks within ten points of the age’s target, but changes them beyond that', () => {
    const held = (shares: number) =>
      adviceOn([
        holding('LCI01', shares * 0.7),
        holding('INI01', shares * 0.3),
        holding('BDI01', 100 - shares),
      ]).isChanged
    const suits = glidePath(46, 65)
    expect([held(suits - 9), held(suits + 9)]).toEqual([false, false])
    expect([held(suits - 12), held(suits + 12)]).toEqual([true, true])
  })

  it("large United States companies as the main part of a 62-year-old man's stocks", () => {
    const { allocation, isChanged } = adviceOn(
      ['LCG01', 'SCI01', 'EMI01', 'LCI01', 'INI01', 'BDI01', 'TIP01', 'STV01'].map((id, index) =>
        holding(id, [49, 20, 24, 0, 0, 0, 0, 7][index] ?? 0),
      ),
      { dateOfBirth: '1964-07-12', gender: 'M' },
    )
    const [large, small, international, emerging] = allocation.mix
    expect(isChanged).toBe(true)
    expect((large + small) / equityOf(allocation.mix)).toBeGreaterThan(0.55)
    expect(international + emerging).toBeLessThan(25)
  })
})
