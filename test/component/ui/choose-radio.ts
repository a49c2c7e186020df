import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'

const isChecked = (radio: Element): boolean => radio instanceof HTMLInputElement && radio.checked

/**
 * Chooses a radio button by clicking its label, and clicks again if the layout moved under the
 * pointer. Fails if the button or its label is missing, cannot be clicked, or stays unchecked.
 */
export const chooseRadio = async (radio: Locator): Promise<void> => {
  await expect
    .poll(
      async () => {
        const input = radio.element()
        if (isChecked(input)) return true
        const label = input.closest('label')
        if (!label) throw new Error('the radio has no label')
        await page.elementLocator(label).click({ timeout: 3_000 })
        return isChecked(radio.element())
      },
      { message: `chosen: ${radio.selector}` },
    )
    .toBe(true)
}
