/** The folders of the core from the bottom up. Each may import those before it, types included. */
const floors = [
  ...[
    'platform',
    'questions',
    'http',
    'environments',
    'database',
    'records',
    'participant',
    'express',
    'activity',
  ],
  ...[
    'lock',
    'desk',
    'forecast',
    'call-first',
    'submission',
    'lists',
    'report',
    'recovery',
    'backup',
  ],
]
const corePackages = [
  'node:*',
  'zod',
  'saxes',
  'iconv-lite',
  'csv-parse',
  'p-queue',
  'pdfkit',
  'uqr',
]

/**
 * The page's folders from the bottom up, with the same rule. Features may import all of these
 * folders, but not other features.
 */
const rooms = ['styles', 'ipc', 'lib', 'ui', 'charts', 'workspace']
const features = [
  ...['activity', 'call-first', 'desk', 'forecast', 'lists', 'lock', 'participant', 'practice'],
  ...['records', 'recovery', 'report', 'settings', 'submission'],
]
const pagePackages = [
  'vue',
  'vue-router',
  'pinia',
  'zod',
  'chart.js',
  'vue-chartjs',
  '@nuxt/ui',
  'reka-ui',
  '@iconify/vue',
  '@iconify-json/lucide',
  '@expo-google-fonts/noto-sans',
  '@internationalized/date',
  '@internationalized/number',
  '@msgpack/msgpack',
  '@tanstack/vue-virtual',
  '@vueuse/core',
  'tailwindcss',
  'virtual:*',
  '#build/*',
  '#imports',
]

/**
 * The import rules as one table, read by lint (lint-boundaries.mjs) and by test/architecture. A file belongs to the
 * first place whose pattern matches its path. `may` lists the other places it may import from; `packages` lists its npm
 * packages and Node builtins (`node:*` means all builtins).
 *
 * @typedef {{ name: string, files: RegExp, may: readonly string[], packages: readonly string[] }} Place
 * @type {readonly Place[]}
 */
export const places = [
  // No other folder in shared/ imports `ipc/`.
  {
    name: 'shared/ipc',
    files: /^shared\/ipc\//,
    may: ['shared'],
    packages: ['zod', '@msgpack/msgpack'],
  },
  // The code that reads the numbers inside figures. No other folder may add, subtract or convert
  // them.
  {
    name: 'amounts',
    files: /^shared\/strategy\/statement\/amount\.ts$/,
    may: ['shared', 'shared/strategy'],
    packages: [],
  },
  {
    name: 'shared/strategy',
    files: /^shared\/strategy\//,
    may: ['shared', 'amounts'],
    packages: ['zod'],
  },
  { name: 'shared', files: /^shared\//, may: ['shared/strategy'], packages: ['zod', 'saxes'] },
  { name: 'preload', files: /^electron\/preload\.ts$/, may: ['shared*'], packages: ['electron'] },
  {
    name: 'entry',
    files: /^electron\/([\w-]+|browser-host\/main)\.ts$/,
    may: [
      ...['shared*', 'core*', 'ports', 'host', 'adapters', 'keychain'],
      ...['shell', 'browser-host', 'training'],
    ],
    packages: ['node:*', 'electron', 'zod'],
  },
  {
    name: 'shell',
    files: /^electron\/shell\//,
    may: ['shared*', 'core*', 'ports', 'host'],
    packages: ['node:*', 'electron'],
  },
  {
    name: 'browser-host',
    files: /^electron\/browser-host\//,
    may: ['shared*', 'core*', 'ports', 'host'],
    packages: ['node:*', 'ws', '@msgpack/msgpack', 'zod'],
  },
  {
    name: 'host',
    files: /^electron\/host\//,
    may: ['shared', 'core*', 'ports'],
    packages: ['node:*'],
  },
  {
    name: 'keychain',
    files: /^electron\/adapters\/keytar-[\w-]+\.ts$/,
    may: ['shared', 'ports', 'adapters'],
    packages: ['node:*', 'keytar'],
  },
  {
    name: 'adapters',
    files: /^electron\/adapters\//,
    may: ['shared', 'ports', 'keychain'],
    packages: ['node:*', 'undici', 'socks', 'electron-store', 'conf'],
  },
  { name: 'workers', files: /^electron\/workers\//, may: ['shared'], packages: ['node:*', 'zod'] },
  {
    name: 'training',
    files: /^electron\/training\//,
    may: ['shared', 'ports', 'workers'],
    packages: ['node:*', 'zod', 'saxes'],
  },
  { name: 'ports', files: /^electron\/core\/platform\/ports\.ts$/, may: ['shared'], packages: [] },
  ...floors.map((folder, floor) => ({
    name: `core/${folder}`,
    files: new RegExp(`^electron/core/${folder}/`),
    may: ['shared*', 'ports', 'workers', ...floors.slice(0, floor).map((below) => `core/${below}`)],
    packages: corePackages,
  })),
  {
    name: 'core',
    files: /^electron\/core\/[\w-]+\.ts$/,
    may: ['shared*', 'ports', 'core/*'],
    packages: corePackages,
  },
  ...rooms.map((room, floor) => ({
    name: `renderer/${room}`,
    files: new RegExp(`^renderer/${room}/`),
    may: ['shared*', ...rooms.slice(0, floor).map((below) => `renderer/${below}`)],
    packages: pagePackages,
  })),
  ...features.map((feature) => ({
    name: `feature/${feature}`,
    files: new RegExp(`^renderer/features/${feature}/`),
    may: ['shared*', 'renderer/*'],
    packages: pagePackages,
  })),
  {
    name: 'renderer',
    files: /^renderer\/(shell\/|[\w.-]+$)/,
    may: ['shared*', 'renderer/*', 'feature/*'],
    packages: pagePackages,
  },
  { name: 'build', files: /^build\//, may: ['build'], packages: ['*'] },
  { name: 'test', files: /^test\//, may: ['*'], packages: ['*'] },
]

/** @param {string} path relative to the root, with forward slashes @returns {Place | undefined} */
export const placeOf = (path) => places.find((place) => place.files.test(path))

/** @param {string} specifier */
const packageOf = (specifier) =>
  specifier.startsWith('node:')
    ? specifier
    : specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/')

/** @param {readonly string[]} allowed @param {string} name */
const isAllowed = (allowed, name) =>
  allowed.some((entry) =>
    entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : entry === name,
  )

/**
 * @param {string} from
 * @param {string} specifier
 * @returns {string | null} path from the root; `null` for a package
 */
export function pathOf(from, specifier) {
  const inside = /^#(shared|electron|renderer|test)\/(.+)$/.exec(specifier)
  if (inside) return `${inside[1]}/${inside[2]}`
  if (!specifier.startsWith('.')) return null
  const parts = from.split('/').slice(0, -1)
  for (const part of (specifier.split('?')[0] ?? '').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/**
 * Says in one sentence what is wrong with an import; empty if nothing is wrong.
 *
 * @param {string} from importing file, relative to the root, with forward slashes
 * @param {string} specifier as written
 */
export function importFault(from, specifier) {
  const place = placeOf(from)
  if (place === undefined)
    return `${from} stands outside the house; build/lib/house.mjs lists its places.`
  const target = pathOf(from, specifier)
  if (target === null) {
    const name =
      specifier.startsWith('#') || specifier.startsWith('virtual:')
        ? specifier
        : packageOf(specifier)
    return isAllowed(place.packages, name) ? '' : `${place.name} may not import ${name}.`
  }
  if (
    place.name !== 'test' &&
    specifier.startsWith('.') &&
    from.split('/')[0] !== target.split('/')[0]
  ) {
    return `Import ${target} as #${target}: relative paths stay within one top-level folder.`
  }
  const other = placeOf(target)
  if (other === undefined) {
    return place.name === 'build' || place.name === 'test'
      ? ''
      : `${target} stands outside the house.`
  }
  if (other === place || isAllowed(place.may, other.name)) return ''
  return `${place.name} may not import from ${other.name} (${target}): arrows only point down.`
}
