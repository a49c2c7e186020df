import { afterEach, expect, test, vi } from 'vitest'
import { pickFile } from '../../../renderer/lib/pick-file.ts'

afterEach(() => vi.restoreAllMocks())

/**
 * Requests a file and returns the file input, because a test page cannot operate the browser's own
 * dialog.
 */
const asked = (whenPicked: (file: File) => void): HTMLInputElement => {
  const shown = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined)
  pickFile('.csv,text/csv', whenPicked)
  expect(shown).toHaveBeenCalledTimes(1)
  const input = document.querySelector<HTMLInputElement>('body > input[type=file]')
  if (input === null) throw new Error('no input is in the document')
  return input
}

const choose = (input: HTMLInputElement, ...files: readonly File[]): void => {
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  input.files = chosen.files
  input.dispatchEvent(new Event('change'))
}

test('the chosen file is passed on once, and no element is left in the page', () => {
  const picked: File[] = []
  const input = asked((file) => picked.push(file))
  expect(input.accept).toBe('.csv,text/csv')
  expect(input.checkVisibility()).toBe(false)
  choose(input, new File(['a;b'], 'list.csv'))
  expect(picked.map((file) => file.name)).toEqual(['list.csv'])
  expect(input.isConnected).toBe(false)
})

test('canceling passes on nothing, and no element is left in the page', () => {
  const picked: File[] = []
  const cancelled = asked((file) => picked.push(file))
  cancelled.dispatchEvent(new Event('cancel'))
  expect(cancelled.isConnected).toBe(false)
  vi.restoreAllMocks()
  const empty = asked((file) => picked.push(file))
  choose(empty)
  expect(empty.isConnected).toBe(false)
  expect(picked).toEqual([])
})
