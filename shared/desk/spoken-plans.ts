/** A plan as it is spoken of. `name` is from the plan directory, and empty if that has none. */
export interface SpokenPlan {
  readonly planId: string
  readonly planType: string
  readonly name?: string
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const wordsOf = ({ planId, planType, name = '' }: SpokenPlan): string => {
  const [id, type, called] = [planId.trim(), planType.trim(), name.trim()]
  if (called !== '') return letters(called).includes(letters(type)) ? called : `${called} (${type})`
  if (id === '' || type === '') return id || type
  return `${id} (${type})`
}

/**
 * Plans in the words that are read aloud: `Acme Tools (401K), B (457B) and C (IRA)`. A plan goes by its name, and by its
 * id too if another one has the same words.
 */
export const spokenPlans = (plans: readonly SpokenPlan[]): string => {
  const words = plans.map(wordsOf)
  const named = plans.map((plan, index) => {
    const own = words[index] ?? ''
    return words.filter((each) => each === own).length > 1
      ? `${own}, plan ${plan.planId.trim()}`
      : own
  })
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(named)
}
