import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defineComponent, h } from 'vue'
import { UButton } from '#renderer/ui/kit.ts'
import { renderPart } from '#test/support/screens/render-app.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

/**
 * Tests that button labels have enough contrast at rest, hovered and pressed, in light and dark
 * mode.
 */

const colors = ['primary', 'success', 'info', 'warning', 'error', 'neutral'] as const
const variants = ['solid', 'outline', 'soft', 'subtle', 'ghost', 'link'] as const
const least = 4.5

type Pixel = readonly [number, number, number]

/** The visible color of stacked `layers`, lowest first, in any CSS notation. */
const seen = (...layers: readonly string[]): Pixel => {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  for (const layer of layers) {
    if (context === null) break
    context.fillStyle = layer
    context.fillRect(0, 0, 1, 1)
  }
  const [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? []
  return [red, green, blue]
}
/** Relative luminance as defined by WCAG 2.2. */
const luminance = (pixel: Pixel): number => {
  const [red = 0, green = 0, blue = 0] = pixel.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** The lowest contrast of a button's label on any background that the button can have. */
const contrastOf = (button: Element): number => {
  const { color, backgroundColor } = getComputedStyle(button)
  const root = getComputedStyle(document.documentElement)
  const contrasts = ['--gp-page', '--ui-bg', '--ui-bg-muted'].map((name) => {
    const under = root.getPropertyValue(name)
    const [text, ground] = [
      luminance(seen(under, backgroundColor, color)),
      luminance(seen(under, backgroundColor)),
    ]
    return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05)
  })
  return Math.min(...contrasts)
}

const Buttons = defineComponent(
  () => () =>
    h(
      'div',
      { style: 'display: grid; gap: 8px; grid-template-columns: repeat(6, max-content)' },
      colors.flatMap((color) =>
        variants.map((variant) => h(UButton, { color, variant }, () => `${color} ${variant}`)),
      ),
    ),
)
/** Makes color changes immediate, so that no color is measured halfway. */
const withoutTransitions = (): void => {
  for (const button of document.querySelectorAll('button')) button.style.transition = 'none'
}

afterEach(() => document.documentElement.classList.remove('dark'))

describe.each(['light', 'dark'])('in %s mode,', (mode) => {
  test('every button label is readable at rest, hovered and pressed', async () => {
    document.documentElement.classList.toggle('dark', mode === 'dark')
    await renderPart(Buttons, createScriptedWorld())
    withoutTransitions()
    const faint: string[] = []
    for (const color of colors) {
      for (const variant of variants) {
        const button = page.getByRole('button', { name: `${color} ${variant}`, exact: true })
        const element = button.element()
        const note = (state: string): void => {
          expect(element.matches(state === 'rest' ? ':not(:hover, :active)' : `:${state}`)).toBe(
            true,
          )
          const contrast = contrastOf(element)
          if (contrast < least) faint.push(`${color} ${variant}, ${state}: ${contrast.toFixed(2)}`)
        }
        note('rest')
        await userEvent.hover(button)
        note('hover')
        element.focus()
        await userEvent.keyboard('[Space>]')
        note('active')
        await userEvent.keyboard('[/Space]')
        await userEvent.unhover(button)
      }
    }
    expect(faint).toEqual([])
  })
})
