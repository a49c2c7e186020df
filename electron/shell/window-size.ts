import type { Rectangle } from 'electron'
import type { SettingsFile } from '../core/platform/ports.ts'

const settingName = 'window'
/** Smallest window size in device-independent pixels. */
const smallest = { width: 1024, height: 700 }
const usual = { width: 1280, height: 840 }

const isSide = (value: unknown, least: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= 20_000

/** The last size, never larger than `workArea`; the default if no valid size is stored. */
export const readWindowSize = (
  settings: SettingsFile,
  workArea: Pick<Rectangle, 'width' | 'height'>,
) => {
  const stored = settings.get(settingName)
  const known =
    typeof stored === 'object' && stored !== null && 'width' in stored && 'height' in stored
      ? stored
      : usual
  const { width, height } = known
  return {
    width: Math.min(isSide(width, smallest.width) ? width : usual.width, workArea.width),
    height: Math.min(isSide(height, smallest.height) ? height : usual.height, workArea.height),
    maximized: 'maximized' in known && known.maximized === true,
  }
}

export const rememberWindowSize = (
  settings: SettingsFile,
  size: ReturnType<typeof readWindowSize>,
): void => settings.set(settingName, size)

export const smallestWindow = smallest
