import type { RequiredDistributions } from '../schema.ts'
import { requiredDistributions2025 } from './2025.ts'

/** As in the year before. */
export const requiredDistributions2026: RequiredDistributions = requiredDistributions2025
