import {
  Filler,
  LineController,
  LineElement,
  PointElement,
  type ChartConfiguration,
} from 'chart.js'
import UPlot from 'uplot'
import { paint } from '#renderer/charts/plot/paint.ts'
import { rangeOf, type Plot } from '#renderer/charts/plot/plot.ts'
import { Chart } from '#renderer/charts/bar-chart.ts'
import type { ChartTokens, SourceStyle } from '#renderer/charts/tokens.ts'

Chart.register(Filler, LineController, LineElement, PointElement)

/**
 * The page of the painter bench: our own painter, chart.js and uPlot draw the same columns on canvases of one size. One pixel
 * of each drawing is read back, so that work deferred by the browser is in the time.
 */

/** Milliseconds of each round, by painter. */
export interface PainterTimes {
  readonly ours: readonly number[]
  readonly chartJs: readonly number[]
}

declare global {
  interface Window {
    measureLines: (
      points: number,
      rounds: number,
    ) => Promise<PainterTimes & { readonly uPlot: readonly number[] }>
    measureStack: (accounts: number, rounds: number) => PainterTimes
  }
}

const [width, height] = [900, 420]
const style = (index: number): SourceStyle => ({
  color: ['#2b5f9e', '#8a5a9e', '#2f9c8f', '#74b7dd', '#9bb53c', '#b3567a'][index % 6] ?? '#000000',
  hatch: (['solid', 'rising', 'dots', 'falling'] as const)[index % 4] ?? 'solid',
})
const tokens: ChartTokens = {
  text: '#0f172a',
  muted: '#475569',
  grid: '#e8edf3',
  axis: '#cbd5e1',
  surface: '#ffffff',
  current: '#64748b',
  plan: '#15776f',
  revised: '#1d5fa6',
  goal: '#0f172a',
  bandAlpha: '2b',
  taxes: style(0),
  socialSecurity: style(1),
  pension: style(2),
  other: style(3),
  accounts: [style(4), style(5)],
  font: 'sans-serif',
}

const makeCanvas = (): HTMLCanvasElement => {
  const canvas = document.body.appendChild(document.createElement('canvas'))
  canvas.width = width
  canvas.height = height
  return canvas
}
const settle = (canvas: HTMLCanvasElement): void => {
  canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
}
const timed = (canvas: HTMLCanvasElement, draw: () => void): number => {
  const began = performance.now()
  draw()
  settle(canvas)
  return performance.now() - began
}

/** A random walk like a market's, the same in every run. */
const walk = (points: number, seed: number): Float64Array => {
  let [state, value] = [seed, 100_000]
  return Float64Array.from({ length: points }, () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    value += (state / 4_294_967_296 - 0.49) * 900
    return value
  })
}

const oursOn = (canvas: HTMLCanvasElement) => {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  return (plot: Plot): void => void paint(context, plot, tokens, width, height)
}
const plain: Pick<Plot, 'lines' | 'marks' | 'xWords'> = { lines: [], marks: [], xWords: String }
const axes = {
  animation: false as const,
  responsive: false,
  parsing: false as const,
  normalized: true,
  plugins: { legend: { display: false }, tooltip: { enabled: false } },
}

window.measureLines = async (points, rounds) => {
  const x = Float64Array.from({ length: points }, (_, index) => index)
  const columns = [1, 2, 3].map((seed) => walk(points, seed))
  const [own, chart] = [makeCanvas(), makeCanvas()]
  const paintOurs = oursOn(own)
  const plot: Plot = {
    ...plain,
    x,
    lines: columns.map((values, index) => ({
      values,
      color: style(index).color,
      width: 1.75,
      dash: [],
    })),
    ...rangeOf(columns),
  }
  const data = columns.map((values) => Array.from(values, (y, index) => ({ x: index, y })))
  const config: ChartConfiguration<'line', { x: number; y: number }[]> = {
    type: 'line',
    data: {
      datasets: data.map((column, index) => ({
        data: column,
        borderColor: style(index).color,
        borderWidth: 1.75,
        pointRadius: 0,
      })),
    },
    options: { ...axes, scales: { x: { type: 'linear' }, y: {} } },
  }
  const place = document.body.appendChild(document.createElement('div'))
  const uPlotOptions: UPlot.Options = {
    width,
    height,
    legend: { show: false },
    scales: { x: { time: false } },
    series: [
      {},
      ...columns.map((_, index) => ({
        stroke: style(index).color,
        width: 1.75,
        points: { show: false },
      })),
    ],
  }
  const all = { ours: [] as number[], chartJs: [] as number[], uPlot: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    all.ours.push(timed(own, () => paintOurs(plot)))
    const started = performance.now()
    const theirs = new UPlot(uPlotOptions, [x, ...columns], place)
    // uPlot draws in its own microtask.
    await Promise.resolve()
    theirs.ctx.getImageData(0, 0, 1, 1)
    all.uPlot.push(performance.now() - started)
    theirs.destroy()
    const start = performance.now()
    const drawn = new Chart(chart, config)
    settle(chart)
    all.chartJs.push(performance.now() - start)
    drawn.destroy()
  }
  return all
}

window.measureStack = (accounts, rounds) => {
  const ages = Float64Array.from({ length: 31 }, (_, index) => 65 + index)
  const columns = Array.from({ length: accounts }, (_, seed) =>
    ages.map((_age, index) => 200 + ((seed * 37 + index * 11) % 90)),
  )
  const [own, chart] = [makeCanvas(), makeCanvas()]
  const paintOurs = oursOn(own)
  const plotWithout = (hidden: number): Plot => {
    const shown = columns.filter((_, index) => index !== hidden)
    return {
      ...plain,
      x: ages,
      stack: shown.map((values, index) => ({ values, style: style(index) })),
      least: 0,
      most: Math.max(...ages.map((_, at) => shown.reduce((sum, one) => sum + (one[at] ?? 0), 0))),
    }
  }
  const bars = new Chart<'bar', { x: number; y: number }[]>(chart, {
    type: 'bar',
    data: {
      datasets: columns.map((values, index) => ({
        data: Array.from(values, (y, at) => ({ x: ages[at] ?? 0, y })),
        backgroundColor: style(index).color,
        barPercentage: 1,
        categoryPercentage: 0.9,
      })),
    },
    options: { ...axes, scales: { x: { type: 'linear', stacked: true }, y: { stacked: true } } },
  })
  const all = { ours: [] as number[], chartJs: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    const hidden = round % accounts
    all.ours.push(timed(own, () => paintOurs(plotWithout(hidden))))
    all.chartJs.push(
      timed(chart, () => {
        bars.data.datasets.forEach((_, index) => bars.setDatasetVisibility(index, index !== hidden))
        bars.update('none')
      }),
    )
  }
  bars.destroy()
  return all
}
