import { expect, test } from 'vitest'
import { besideLines } from '#renderer/charts/plot/plot.ts'

test('words beside a line stand right of it, or left of it where they would leave the plot', () => {
  expect(besideLines([{ x: 100, width: 80 }], 300)).toEqual([106])
  expect(besideLines([{ x: 280, width: 80 }], 300)).toEqual([194])
})

test('words of two lines close together do not cover each other, in whatever order the lines come', () => {
  expect(
    besideLines(
      [
        { x: 120, width: 80 },
        { x: 100, width: 80 },
      ],
      300,
    ),
  ).toEqual([126, 14])
  expect(
    besideLines(
      [
        { x: 100, width: 80 },
        { x: 120, width: 80 },
      ],
      300,
    ),
  ).toEqual([14, 126])
  expect(
    besideLines(
      [
        { x: 20, width: 80 },
        { x: 200, width: 80 },
      ],
      300,
    ),
  ).toEqual([26, 206])
})
