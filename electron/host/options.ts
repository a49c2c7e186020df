import { parseArgs } from 'node:util'
import table from '#shared/host-options.json' with { type: 'json' }
import { fail, ok, type Result } from '#shared/result.ts'

const bad = (option: string, message: string) =>
  fail({
    code: 'input.invalid',
    field: option,
    message,
    advice: `Options: ${table.map(({ name, value }) => `--${name}${value === null ? '' : ` ${value}`}`).join(', ')}.`,
  })

/** Ports that no browser opens, by the Fetch standard (https://fetch.spec.whatwg.org/#port-blocking). */
const blockedPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
])

const portOf = (text: string | undefined) => {
  if (text === undefined) return 0
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : null
}

/** Edit distance: how many letters to insert, remove or change until both are the same. */
const distance = (from: string, to: string) => {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1]
    for (const [column, other] of Array.from(to).entries()) {
      const [above = 0, diagonal = 0, left = 0] = [row[column + 1], row[column], next[column]]
      next.push(Math.min(above + 1, left + 1, diagonal + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/**
 * The long option that a word misspells; null for Electron's own options and for any other word.
 */
const meant = (word: string) => {
  const name = /^-+([\w-]+)/.exec(word)?.[1]?.toLowerCase()
  if (name === undefined) return null
  // Short names are too close to many other words.
  return (
    table.find((option) => option.name.length > 6 && distance(name, option.name) <= 2)?.name ?? null
  )
}

/**
 * The options as written; if an option is repeated, the last one counts. Unknown words fail. With
 * `tolerant` they are ignored, because Electron's own options are on the same command line.
 * Misspelled options of the program still fail, because a misspelled --data-dir must not select the
 * default folder.
 */
const collect = (argv: readonly string[], tolerant: boolean): Result<Map<string, string>> => {
  const found = new Map<string, string>()
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      table.map(({ name, value }) => [
        name,
        value === null ? { type: 'boolean' as const } : { type: 'string' as const },
      ]),
    ),
    strict: false,
    tokens: true,
  })
  for (const token of tokens) {
    const known =
      token.kind === 'option' &&
      table.find(({ name, value }) => name === token.name && (value !== null || !token.value))
    if (known) {
      const { name, value, inlineValue } = token
      if (known.value !== null && (!value || (!inlineValue && value.startsWith('--'))))
        return bad(name, `The option --${name} needs a value.`)
      found.set(name, value ?? '')
    } else {
      const word = argv[token.index] ?? ''
      const option = tolerant ? meant(word) : null
      if (option !== null)
        return bad(word, `The option ${word} is not known; the nearest is --${option}.`)
      if (!tolerant) return bad(word, `The option ${word} is not known.`)
    }
  }
  return ok(found)
}

/**
 * Parses the command line, which is the same for both hosts, from `argv` without the program's own
 * name. Fails with `input.invalid` and the option's name in `field`. With `tolerant`, unknown words
 * are ignored unless they look like one of these options.
 */
export const parseHostOptions = (argv: readonly string[], { tolerant = false } = {}) => {
  const collected = collect(argv, tolerant)
  if (!collected.ok) return collected
  const given = collected.value
  const host = given.get('host') ?? null
  if (host !== null && host !== 'desktop' && host !== 'browser') {
    return bad('host', 'The option --host is either desktop or browser.')
  }
  const port = portOf(given.get('port'))
  if (port === null) return bad('port', 'The option --port is a number from 0 to 65535.')
  if (blockedPorts.has(port))
    return bad('port', `Browsers do not open port ${port}. Choose another, or 0 for any free port.`)
  const trainingPort = portOf(given.get('training-port'))
  if (trainingPort === null)
    return bad('training-port', 'The option --training-port is a number from 0 to 65535.')
  return ok({
    /** With null, the starting script chooses the host. */
    host,
    /** Port of the browser host; 0 means any free port. */
    port,
    open: !given.has('no-open'),
    /** Null means the host's default. */
    dataDir: given.get('data-dir') ?? null,
    /** JSON file with an administrator's environments. */
    provision: given.get('provision') ?? null,
    /** 0 means any free port. */
    trainingPort,
    /** Removes the lock's passphrase before the program starts. */
    forgetPassphrase: given.has('forget-passphrase'),
  })
}
export type HostOptions = Extract<ReturnType<typeof parseHostOptions>, { ok: true }>['value']
