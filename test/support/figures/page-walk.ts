import type { CopiedTable, Explained, Reading, Walked } from './walked.ts'

/**
 * Clicks through a forecast's screen and reads every figure on it. It runs inside the page, so that
 * it can wait for Vue itself instead of a browser driver. The function is self-contained, so that
 * it can also run in the page of another process.
 */

export const makePageWalk = () => {
  const readings = new Map<string, Reading>()
  const faults = new Set<string>()
  const dollars = new Set<string>()
  let place = ''
  // The walk reads thousands of cells that nobody looks at, so the browser skips their layout.
  const unseen = new CSSStyleSheet()
  unseen.replaceSync('[role="region"] { content-visibility: hidden }')
  document.adoptedStyleSheets.push(unseen)

  const all = (selector: string, within: ParentNode = document) => [
    ...within.querySelectorAll<HTMLElement>(selector),
  ]
  const wordsOf = (element: Element | null | undefined) => (element?.textContent ?? '').trim()
  const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  /** Resolves once Vue has rendered the last change. */
  const flushed = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port2.addEventListener('message', resolve, { once: true })
      port2.start()
      port1.postMessage(null)
    })
  const until = async <T>(read: () => T | null | undefined | false, what: string): Promise<T> => {
    const end = performance.now() + 20_000
    for (;;) {
      const found = read()
      if (found !== null && found !== undefined && found !== false) return found
      if (performance.now() > end) throw new Error(`${place}: never ${what}`)
      await rest(10)
    }
  }
  const key = async (target: Element, name: string) => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
    await flushed()
  }

  const placeOf = (element: Element) => {
    const around = element.closest('section, table, [aria-label]')
    const title = around?.getAttribute('aria-label') ?? wordsOf(around?.querySelector('h2, h3'))
    return `${place}, ${title}`
  }
  const collect = () => {
    for (const element of all('[data-figure]')) {
      const id = element.dataset['figure'] ?? ''
      const text = wordsOf(element)
      const known = `${id}\n${text}`
      if (!readings.has(known)) readings.set(known, { id, text, where: placeOf(element) })
    }
  }
  /** True for the smallest and largest value beside a slider, which are not figures. */
  const isBound = (element: Element, text: string) =>
    element.closest('form[aria-label="What if"]') !== null && /^[$\d.,%]+$/.test(text)
  /** Phrases of the earnings test and of a match, which are rates, not a client's amounts. */
  const ofRule = /\$1 for every \$[23]|(?:\$[\d.]+ )?per \$1/g
  /**
   * Whether an amount that is a whole text by itself belongs to the rate of a match, such as “$1
   * per $1”.
   */
  const isRate = (amount: string, element: Element) =>
    element.textContent.includes(`${amount} per $1`)
  /**
   * Report lines that need no figures: axis labels, and the last pages with assumptions and
   * explanations.
   */
  const onPaper = () => {
    const lines = all('section[aria-label="Preview"] svg text')
    const from = lines.findIndex((line) => wordsOf(line) === 'What Training assumes')
    return lines.filter(
      (line, index) =>
        (from >= 0 && index > from) ||
        (line.getAttribute('font-size') === '7' && /^\$[\d.]+[KM]?$/.test(wordsOf(line))),
    )
  }
  /**
   * Checks that every dollar amount in any text is part of a figure; if `strictly` is true, every
   * percentage too.
   */
  const checkBare = (strictly: boolean) => {
    const open = new Set<Element | null>(onPaper())
    const amounts = strictly ? /\$\d(?:[\d,.]*\d)?[KM]?|[\d.]*\d%/g : /\$\d(?:[\d,.]*\d)?[KM]?/g
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const { parentElement: element } = node
      const text = (node.textContent ?? '').trim()
      if (!/[$%]/.test(text) || element === null || isBound(element, text)) continue
      // A choice's label may contain amounts, because it is the name of a forecast.
      if (element.closest('[data-figure], aside form, script, style') !== null) continue
      if (open.has(element.closest('text'))) continue
      for (const [amount] of text.replaceAll(ofRule, '').matchAll(amounts))
        if (!isRate(amount, element))
          faults.add(`${placeOf(element)}: ${amount} is no figure in “${text}”`)
    }
  }

  /** Whole dollars in a cell; zero if it is empty. */
  const amountIn = (text: string) => {
    const [, minus = '', digits = '0'] = /(−?)\$([\d,]+)/.exec(text) ?? []
    return Number(digits.replaceAll(',', '')) * (minus === '' ? 1 : -1)
  }
  /**
   * The readout has sources, income before tax, tax, income after tax, the goal and the gap. Checks
   * that each amount follows from the amounts above it.
   */
  const checkIncome = (
    cells: readonly (readonly [label: string, text: string])[],
    where: string,
  ) => {
    const totals = [
      'Before tax',
      'Federal tax',
      'Keeps',
      'Together',
      'Income',
      'Goal',
      'Short',
      'Over',
    ]
    const first = cells.findIndex(([label]) => totals.includes(label))
    if (first < 0) return
    const of = (...names: readonly string[]) => {
      const found = cells.slice(first).find(([label]) => names.includes(label))?.[1]
      return found === undefined || found === '–' ? null : amountIn(found)
    }
    const kept = of('Keeps', 'Together', 'Income')
    const before = of('Before tax')
    const parts = cells.slice(0, first).reduce((sum, [, text]) => sum + amountIn(text), 0)
    const say = (what: string, is: number, shown: number | null) => {
      if (shown !== null && is !== shown)
        faults.add(`${place}, ${where}: ${what} is ${is}, shown ${shown}`)
    }
    if (first > 0) say('the sum of the sources', parts, before ?? kept)
    if (before !== null) say('before tax less tax', before - (of('Federal tax') ?? 0), kept)
    const goal = of('Goal')
    if (kept === null || goal === null) return
    say('goal less income', goal - kept, of('Short'))
    say('income less goal', kept - goal, of('Over'))
  }
  const checkSums = () => {
    for (const table of all('[role="region"] > table')) {
      const caption = wordsOf(table.querySelector('caption'))
      const labels = all('thead th', table).map(wordsOf)
      for (const row of all('tbody tr', table)) {
        const texts = all('th, td', row).map(wordsOf)
        const where = `${caption}, ${texts[0] ?? ''}`
        if (caption.startsWith('Income by age'))
          checkIncome(
            labels.map((label, index) => [label, texts[index] ?? ''] as const).slice(1),
            where,
          )
        if (!caption.startsWith('Balances at each age')) continue
        const end = labels.findIndex((label) => label.startsWith('All together, end'))
        const accounts = texts.slice(2, end < 0 ? undefined : end)
        const sum = accounts.reduce((so, text) => so + amountIn(text), 0)
        if (accounts.length > 0 && sum !== amountIn(texts[1] ?? ''))
          faults.add(`${place}, ${where}: the accounts are ${sum}, all together ${texts[1] ?? ''}`)
      }
    }
    for (const frame of all('section[role="group"]'))
      if (wordsOf(frame.querySelector('h3')) === 'Income by source')
        checkIncome(
          all('table', frame)
            .filter((table) => table.closest('[role="region"]') === null)
            .flatMap((table) => all('tbody tr', table))
            .map(
              (row) =>
                [
                  wordsOf(row.querySelector('[data-words]')),
                  wordsOf(row.querySelector('td')),
                ] as const,
            ),
          `readout, ${wordsOf(frame.querySelector('th[aria-live]'))}`,
        )
  }

  /** Opens a chart by its tab, or from “More”, which lists the tabs that do not fit. */
  const chooseChart = async (name: string) => {
    const tabs = await until(
      () => document.querySelector('[role="radiogroup"][aria-label="Chart"]'),
      'drew charts',
    )
    const tab = all('label', tabs).find((each) => wordsOf(each) === name)
    if (tab !== undefined) tab.click()
    else {
      const [more] = all('[role="combobox"][aria-label="Chart, more"]')
      if (more === undefined) throw new Error(`${place}: no picture ${name}`)
      await key(more, 'Enter')
      const option = await until(
        () => all('[role="option"]').find((each) => wordsOf(each) === name),
        `offered ${name}`,
      )
      await key(option, 'Enter')
      await until(() => document.querySelector('[role="option"]') === null, 'closed its list')
    }
    await flushed()
  }

  const openTables = async () => {
    for (const button of all('section[role="group"] button[aria-pressed="false"]'))
      if (wordsOf(button).startsWith('Table')) button.click()
    await flushed()
  }

  const read = () => {
    collect()
    checkSums()
  }
  /** Opens all tables and reads every figure on screen. */
  const look = async (where: string, strictly = false) => {
    place = where
    await openTables()
    read()
    checkBare(strictly)
    for (const amount of wordsOf(document.body).match(/\$\d{1,3}(,\d{3})*/g) ?? [])
      dollars.add(amount)
  }
  /**
   * Reads the screen with the cursor at both ends of the ages, and at `steps` ages five years
   * apart, counting back from the last.
   */
  const lookAtAges = async (steps: number) => {
    const [frame] = all('section[role="group"]')
    if (frame === undefined) return
    for (const name of ['Home', 'End']) {
      await key(frame, name)
      read()
    }
    for (let step = 0; step < steps; step += 1)
      frame.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, shiftKey: true }),
      )
    await flushed()
    read()
  }

  const radios = (label: string) =>
    all(
      `section[aria-label="Outcome"] [role="radiogroup"][aria-label="${label}"] input[type="radio"]`,
    )
  /**
   * Reads every strategy in every market with {@link look}, and at some ages in average markets.
   */
  const walk = async (where: string, steps = 2) => {
    for (const [strategy] of radios('Show strategy').entries()) {
      radios('Show strategy')[strategy]?.click()
      await flushed()
      for (const [market] of radios('Markets').entries()) {
        radios('Markets')[market]?.click()
        await flushed()
        await look(`${where}, strategy ${strategy + 1}, market ${market + 1}`)
        if (market === 1) await lookAtAges(steps)
      }
    }
    radios('Markets')[1]?.click()
    await flushed()
    const [frame] = all('section[role="group"]')
    if (frame === undefined) return
    await key(frame, 'd')
    await look(`${where}, other dollars`)
    await key(frame, 'd')
  }

  /** Runs `act` and resolves to the text that it copies. */
  const copiedBy = async (act: () => void) => {
    const texts: string[] = []
    const { clipboard } = navigator
    Object.defineProperty(clipboard, 'writeText', {
      configurable: true,
      value: async (text: string) => void texts.push(text),
    })
    act()
    const text = await until(() => texts[0], 'copied')
    Reflect.deleteProperty(clipboard, 'writeText')
    return text
  }

  const cellsOf = (table: HTMLElement) =>
    all('tbody tr[aria-rowindex]', table).flatMap((row) =>
      all('th, td', row).flatMap((cell, column) => {
        const figure = cell.querySelector<HTMLElement>('[data-figure]')
        const at = { row: Number(row.getAttribute('aria-rowindex')) - 1, column }
        return figure === null
          ? []
          : [{ ...at, id: figure.dataset['figure'] ?? '', text: wordsOf(figure) }]
      }),
    )
  /** Copies the tables on screen that `part` selects, as CSV and as JSON. */
  const copyFiles = async (where: string, part: (index: number) => boolean = () => true) => {
    place = where
    await openTables()
    const copies: CopiedTable[] = []
    for (const [index, button] of all('button[aria-label^="More of "]').entries()) {
      if (!part(index)) continue
      let around = button.parentElement
      while (around !== null && around.querySelector('[role="region"] > table') === null)
        around = around.parentElement
      const table = around?.querySelector<HTMLElement>('[role="region"] > table')
      // The chart's menu offers no table, because the chart has nothing to draw.
      if (!table || !button.checkVisibility()) continue
      const caption = wordsOf(table.querySelector('caption'))
      for (const format of ['CSV', 'JSON'] as const) {
        const item = () =>
          all('[role="menuitem"]').find((each) => wordsOf(each) === `Copy as ${format}`)
        button.click()
        const entry = await until(item, `offered ${format} of ${caption}`)
        const text = await copiedBy(() => entry.click())
        await until(() => item() === undefined, 'closed its menu')
        const rows = Number(table.getAttribute('aria-rowcount'))
        copies.push({ name: `${place}, ${caption}`, format, text, rows, cells: cellsOf(table) })
      }
    }
    return copies
  }

  /** Presses figures at random; each of `picks` is a fraction of the number of figures. */
  const explainSome = async (picks: readonly number[]) => {
    const found: Explained[] = []
    for (const pick of picks) {
      const shown = all('button[data-figure]')
      const button = shown[Math.floor(pick * shown.length)]
      if (button === undefined) continue
      button.click()
      const panel = await until(
        () => document.querySelector<HTMLElement>('[role="dialog"]'),
        'explained',
      )
      await flushed()
      const copy = all('button', panel).find((each) => wordsOf(each).startsWith('Copy'))
      const text = await copiedBy(() => copy?.click())
      found.push({ id: button.dataset['figure'] ?? '', shown: wordsOf(button), text })
      await key(panel, 'Escape')
    }
    return found
  }

  const isQuiet = () =>
    document.querySelector('main [aria-busy="true"]') === null &&
    document.querySelector('section[aria-label="Outcome"].opacity-60') === null
  /** Runs `act`, and resolves when its new or cached answer is on screen. */
  const answered = async (act: () => void) => {
    act()
    const start = performance.now()
    while (isQuiet() && performance.now() - start < 700) await rest(5)
    await until(isQuiet, 'answered')
    // Charts appear a frame after the figures above them.
    await rest(50)
  }
  const type = (input: HTMLInputElement, value: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const leverOf = (label: string) => {
    const found = all('form[aria-label="What if"] label').find((each) =>
      wordsOf(each).startsWith(label),
    )
    const input = document.getElementById(found?.getAttribute('for') ?? '')
    return input instanceof HTMLInputElement && !input.disabled ? input : null
  }
  /** Moves a lever by `by` from today's value, or to `to`; false if the lever does not exist. */
  const move = async (
    label: string,
    { by = 0, to }: { readonly by?: number; readonly to?: number },
  ) => {
    const lever = leverOf(label)
    if (lever === null) return false
    const now = Number(lever.placeholder.replace(/[$,%]/g, ''))
    if (to === undefined && !Number.isFinite(now)) return false
    await answered(() => type(lever, String(to ?? now + by)))
    const [meant] = all(
      'form[aria-label="What if"] section[aria-label="Unusual"] [role="checkbox"]',
    )
    if (meant === undefined) return true
    meant.click()
    await flushed()
    await answered(() =>
      document
        .querySelector<HTMLElement>('form[aria-label="What if"] button[type="submit"]')
        ?.click(),
    )
    return true
  }
  const reset = () =>
    answered(() =>
      all('form[aria-label="What if"] button[aria-label^="Reset "]').forEach((each) =>
        each.click(),
      ),
    )

  return {
    chooseChart,
    look,
    walk,
    copyFiles,
    explainSome,
    answered,
    move,
    reset,
    /** Everything found since the last call. */
    take: (): Walked => {
      const found = {
        readings: [...readings.values()],
        faults: [...faults],
        dollars: [...dollars],
      }
      for (const each of [readings, faults, dollars]) each.clear()
      return found
    },
  }
}

export type PageWalk = ReturnType<typeof makePageWalk>
