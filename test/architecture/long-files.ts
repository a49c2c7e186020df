/**
 * Files over the limit, with their lengths: wrapping at 100 columns made them longer. None may grow and none may be added; a
 * file that is split leaves the list.
 */
export const longerForNow: ReadonlyMap<string, number> = new Map([
  ['test/e2e/desktop/guards.test.ts', 423],
  ['test/e2e/desktop/menu.test.ts', 395],
  ['test/e2e/desktop/packaged.test.ts', 408],
])
