import type { RequiredDistributions } from '../schema.ts'
import { requiredDistributions2025 } from './2025.ts'

/** The same as in 2025. */
export const requiredDistributions2026: RequiredDistributions = requiredDistributions2025
