import type { EnrollInputs } from '../../express/requests.ts'

/**
 * One request's inputs from several parts: rates and pensions are listed together; for any other input the last part
 * counts.
 */
export const joinedInputs = (parts: readonly EnrollInputs[]): EnrollInputs => {
  const rates = parts.flatMap(({ SavingsRateDetails }) => SavingsRateDetails ?? [])
  const pensions = parts.flatMap(({ PensionTypes }) => PensionTypes ?? [])
  return {
    ...parts.reduce<EnrollInputs>((all, part) => ({ ...all, ...part }), {}),
    ...(rates.length === 0 ? {} : { SavingsRateDetails: rates }),
    ...(pensions.length === 0 ? {} : { PensionTypes: pensions }),
  }
}
