import type { TestElectron } from '../../../build/lib/electron/test-electron.mjs'
import { personalFolder } from '#test/support/desktop/person.ts'
import { removeStage, type Stage } from '#test/support/desktop/stage/stage.ts'
import { median } from '../parts/median.ts'
import type { Row } from '../parts/row.ts'
import { makeFloorStage } from './floor.ts'
import { makeBareStage, makeWatchedStage } from './programs.ts'
import { timedStart, type TimedStart } from './timed-start.ts'

const runs = 15
const usableLimit = 2.2
const floorLimit = 1.7
const memoryLimit = 1.5

/** Starts one program in one data folder several times; the first start only warms up. */
const createStarts = (stage: Stage, display: string) => {
  const dataDir = personalFolder('bench')
  const all: TimedStart[] = []
  return {
    stage,
    once: async (counts: boolean): Promise<void> => {
      const start = await timedStart(stage, display, dataDir)
      if (counts) all.push(start)
    },
    median: (pick: (start: TimedStart) => number): number => median(all.map(pick)),
  }
}

/**
 * Alternately starts the program and an Electron with an empty window. Compares the time until the
 * first screen is usable, and main's memory at that time. Also measures the smallest program with
 * the same structure. All get the same arguments.
 */
export const startRows = async (electron: TestElectron, display: string): Promise<Row[]> => {
  const bare = createStarts(makeBareStage(electron), display)
  const ours = createStarts(makeWatchedStage(electron), display)
  const floor = createStarts(makeFloorStage(electron), display)
  try {
    for (let run = -1; run < runs; run += 1) {
      const inTurn = run % 2 === 0 ? [bare, floor, ours] : [ours, floor, bare]
      for (const starts of inTurn) await starts.once(run >= 0)
    }
  } finally {
    removeStage(bare.stage)
    removeStage(ours.stage)
    removeStage(floor.stage)
  }
  const floorUsable = floor.median(({ usable }) => usable)
  const overFloor = ours.median(({ usable }) => usable) / floorUsable
  const compared = (
    name: string,
    pick: (start: TimedStart) => number,
    unit: string,
    limit: number,
    to: string,
  ): Row[] => {
    const [base, own] = [bare.median(pick), ours.median(pick)]
    return [
      { name: to, value: base, unit, met: true },
      { name, value: own, unit, met: true },
      { name, value: own / base, unit: '×', ratioTo: to, limit, met: own / base <= limit },
    ]
  }
  return [
    ...compared(
      'start to first screen usable',
      ({ usable }) => usable,
      'ms',
      usableLimit,
      'empty window, ready to show',
    ),
    { name: 'a bare Vue page, ready to show', value: floorUsable, unit: 'ms', met: true },
    {
      name: 'start to first screen usable',
      value: overFloor,
      unit: '×',
      ratioTo: 'a bare Vue page, ready to show',
      limit: floorLimit,
      met: overFloor <= floorLimit,
    },
    {
      name: 'start to first press answered',
      value: ours.median(({ answered }) => answered),
      unit: 'ms',
      met: true,
    },
    ...compared(
      'main at first screen, anonymous',
      ({ anonymous }) => anonymous,
      'MB',
      memoryLimit,
      'main of the empty window',
    ),
    {
      name: 'processor time of main to first screen',
      value: ours.median(({ busy }) => busy),
      unit: 'ms',
      met: true,
    },
    {
      name: 'the same of the empty window',
      value: bare.median(({ busy }) => busy),
      unit: 'ms',
      met: true,
    },
  ]
}
