import { expect, test } from 'vitest'
import { besideLines } from '#renderer/charts/plot/plot.ts'

test('a label is placed to the right of its line, or to the left where the plot ends', () => {
  expect(besideLines([{ x: 100, width: 80 }], 300)).toEqual([106])
  expect(besideLines([{ x: 280, width: 80 }], 300)).toEqual([194])
})

test('labels of two close lines do not overlap, whatever the order of the lines', () => {
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
