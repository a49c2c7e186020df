import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { nextFraction, type RandomState } from '#electron/training/engine/paths/random.ts'

const pick = <T>(state: RandomState, options: readonly [T, ...T[]]): T =>
  options[Math.floor(nextFraction(state) * options.length)] ?? options[0]

/** The same person with minimums, maximums and locks on some funds, as in a plan's file. */
export const withLimits = (
  profile: ParticipantProfile,
  state: RandomState,
): ParticipantProfile => ({
  ...profile,
  accounts: profile.accounts.map((account) => ({
    ...account,
    holdings: account.holdings.map((holding) => {
      const share = account.balance > 0 ? ((holding.balance ?? 0) / account.balance) * 100 : 0
      if (nextFraction(state) < 0.7) return holding
      return {
        ...holding,
        currentMin: pick(state, [null, 0, share, Math.min(share, 5)]),
        currentMax: pick(state, [null, 100, 20, 60, Math.max(share, 10)]),
        futureMax: pick(state, [null, 100, 50, 20, 0]),
      }
    }),
  })),
})
