import type { Routes } from '../platform/route.ts'
import type { RecoveryKit } from './recovery.ts'

export const recoveryRoutes = ({ recovery }: { readonly recovery: RecoveryKit }) =>
  ({
    'recovery.state': recovery.state,
    'recovery.make': recovery.make,
    'recovery.page': recovery.page,
    'recovery.take': recovery.take,
    'recovery.open': ({ code }) => recovery.open(code),
    'recovery.startAnew': recovery.startAnew,
  }) satisfies Partial<Routes>
