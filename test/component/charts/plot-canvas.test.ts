import { afterEach, expect, test, vi } from 'vitest'
import PlotCanvas from '#renderer/charts/plot/plot-canvas.vue'
import type { Plot } from '#renderer/charts/plot/plot.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { renderPart } from '#test/support/screens/render-app.ts'

afterEach(() => vi.unstubAllGlobals())

const plotOf = (most: number): Plot => ({
  x: Float64Array.from([60, 61, 62]),
  xWords: String,
  lines: [{ values: Float64Array.from([0, most / 2, most]), color: '#000', width: 2, dash: [] }],
  marks: [],
  least: 0,
  most,
})

test('a chart is repainted after it is scrolled out of view and straight back', async () => {
  type Tell = (entries: readonly { readonly isIntersecting: boolean }[]) => void
  const told: Tell[] = []
  class Observer {
    constructor(tell: Tell) {
      told.push(tell)
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const props = { label: 'Income', height: 200, cursor: null }
  const { screen } = await renderPart(PlotCanvas, createScriptedWorld(), {
    ...props,
    plot: plotOf(1000),
  })
  const picture = (): string => document.querySelector('canvas')?.toDataURL() ?? ''
  const before = picture()
  expect(told).toHaveLength(1)
  told[0]?.([{ isIntersecting: false }, { isIntersecting: true }])
  await screen.rerender({ ...props, plot: plotOf(90_000) })
  await expect.poll(picture).not.toBe(before)
})
