import { expect, test } from 'vitest'
import { defaultTexts } from '#shared/desk/default-texts.ts'
import { createTextsStore } from '#electron/core/desk/texts-store.ts'
import { deskTextsSchema, type DeskTexts } from '#shared/desk/texts.ts'
import { problemsOf } from '#shared/desk/check-texts.ts'
import { fillIn, unknownPlaceholders } from '#shared/desk/placeholders.ts'
import { createManualClock } from '#test/support/doubles/manual-clock.ts'
import { valueOf } from '#test/support/results.ts'
import { everythingIn } from '#test/support/worlds/program.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'

const open = (records = recordHouse(), firmIdentityChecks?: number) => ({
  records,
  store: createTextsStore({
    store: records.store(),
    clock: createManualClock(),
    user: 'lead',
    firmIdentityChecks,
  }),
})
const with_ = (over: Partial<DeskTexts>): DeskTexts => ({ ...defaultTexts, ...over })

test('the default texts are valid, and every script can be filled in', () => {
  expect(deskTextsSchema.parse(defaultTexts)).toEqual(defaultTexts)
  expect(problemsOf(defaultTexts)).toEqual([])
  const codes = defaultTexts.reasons.map(({ code }) => code)
  expect(codes).toContain('other')
  const deceased = defaultTexts.reasons.find(({ code }) => code === 'deceased')
  expect(deceased).toMatchObject({ needsNote: true })
  expect(deceased?.notice).toMatch(/estate.*survivor services/s)
  expect(deceased?.notice).not.toMatch(/sorry|condolence|loss/i)
  const own = [...defaultTexts.reasons, defaultTexts.onBehalf].flatMap(({ scripts, outcomes }) => [
    ...Object.values(scripts),
    ...Object.values(outcomes),
  ])
  for (const script of [
    ...Object.values(defaultTexts.scripts),
    ...Object.values(defaultTexts.outcomes),
    ...own,
  ]) {
    expect(script.trim()).not.toBe('')
    // The program does not know whether the plan lets anybody enroll again.
    expect(script).not.toMatch(/you should|we recommend|enroll again|!/i)
  }
})

test('every save creates a new version for its environment, and all versions can be read after a restart', async () => {
  const { records, store } = open()
  expect(valueOf(await store.get('uat'))).toMatchObject({
    version: 0,
    savedAt: null,
    savedBy: '',
    texts: defaultTexts,
  })
  const one = valueOf(await store.save('uat', with_({ checksNeeded: 1 })))
  const two = valueOf(await store.save('uat', with_({ checksNeeded: 2 })))
  valueOf(await store.save('other', with_({ checksNeeded: 4 })))
  expect([one.version, two.version, two.savedBy]).toEqual([1, 2, 'lead'])
  const later = open(records).store
  expect(valueOf(await later.get('uat'))).toEqual(two)
  expect(valueOf(await later.get('uat', 1))).toEqual(one)
  expect(valueOf(await later.get('uat', 0)).texts).toEqual(defaultTexts)
  expect(valueOf(await later.get('other')).version).toBe(1)
  expect(await later.get('uat', 3)).toMatchObject({
    ok: false,
    error: { code: 'input.invalid', field: 'version' },
  })
})

test('two simultaneous saves create two versions', async () => {
  const { store } = open()
  const saved = await Promise.all(
    [1, 2].map((checksNeeded) => store.save('uat', with_({ checksNeeded }))),
  )
  expect(saved.map((each) => valueOf(each).version)).toEqual([1, 2])
})

test('saving on a full disk leaves the stored texts unchanged', async () => {
  const { records, store } = open()
  records.failNextWrite()
  expect(await store.save('uat', defaultTexts)).toMatchObject({
    ok: false,
    error: { code: 'records.diskFull' },
  })
  expect(valueOf(await store.get('uat')).version).toBe(0)
})

test('without the keychain, a firm’s own texts are never replaced by the default ones', async () => {
  const { records, store } = open()
  valueOf(await store.save('uat', with_({ checksNeeded: 1 })))
  records.secrets.setReachable(false)
  const later = open(records).store
  const away = { ok: false, error: { code: 'records.keyUnreachable' } }
  expect(await later.get('uat')).toMatchObject(away)
  expect(await later.save('uat', defaultTexts)).toMatchObject(away)
  expect(valueOf(await later.get('other')).version).toBe(0)
  valueOf(await later.save('other', with_({ checksNeeded: 2 })))
  records.keyIsBack()
  expect(valueOf(await later.get('uat')).texts.checksNeeded).toBe(1)
  expect(valueOf(await later.get('other')).texts.checksNeeded).toBe(2)
})

test('texts are sealed, with the name of who saved them', async () => {
  const { records, store } = open()
  valueOf(await store.save('uat', with_({ scripts: { ...defaultTexts.scripts, plans: 'Canary' } })))
  for (const word of ['Canary', 'lead']) expect(everythingIn(records.dataDir)).not.toContain(word)
})

test.each<[why: string, over: Partial<DeskTexts>, field: string]>([
  [
    'two checks with the same code',
    { checks: [...defaultTexts.checks, { id: 'BIRTH', text: 'Again' }] },
    'checks.6.id',
  ],
  ['more checks needed than there are', { checksNeeded: 7 }, 'checksNeeded'],
  [
    'a reason without a text',
    {
      reasons: [
        {
          code: 'a',
          text: ' ',
          needsNote: false,
          notice: '',
          scripts: {},
          outcomes: {},
          means: 'reason',
        },
      ],
    },
    'reasons.0.text',
  ],
  [
    'no disposition for calls without a request',
    { dispositions: defaultTexts.dispositions.filter(({ unsent }) => !unsent) },
    'dispositions',
  ],
  [
    'no disposition for calls with a request',
    { dispositions: defaultTexts.dispositions.filter(({ unsent }) => unsent) },
    'dispositions',
  ],
  [
    'an unknown placeholder',
    { scripts: { ...defaultTexts.scripts, plans: 'Hello {first name}' } },
    'scripts.plans',
  ],
  [
    'an unknown placeholder in a reason',
    {
      reasons: defaultTexts.reasons.map((reason) => ({
        ...reason,
        outcomes: { done: '{balance}' },
      })),
    },
    'reasons.0.outcomes.done',
  ],
  [
    'an unknown placeholder on behalf of somebody',
    { onBehalf: { scripts: { caller: '{age}' }, outcomes: {} } },
    'onBehalf.scripts.caller',
  ],
  [
    'an unknown placeholder in last words',
    { dispositions: defaultTexts.dispositions.map((each) => ({ ...each, says: '{bye}' })) },
    'dispositions.0.says',
  ],
  [
    'an unknown placeholder in a result',
    { outcomes: { ...defaultTexts.outcomes, done: '{balance}' } },
    'outcomes.done',
  ],
])(
  'texts with %s are refused, and the message says which field is wrong',
  async (_why, over, field) => {
    expect(problemsOf(with_(over)).map((problem) => problem.field)).toContain(field)
    expect(await open().store.save('uat', with_(over))).toMatchObject({
      ok: false,
      error: { code: 'input.invalid', field },
    })
  },
)

test('placeholders are filled in, and unknown ones stay as written', () => {
  const values = {
    name: 'Ana',
    firstName: 'Ana',
    lastName: '{plans}',
    plans: '',
    reason: '',
    environment: '',
    receiptNumber: '',
  }
  const said = fillIn('{firstName} {lastName}: {plans}, {toString} {}', values)
  expect(said.map(({ text }) => text).join('')).toBe('Ana {plans}: , {toString} {}')
  expect(said.filter(({ name }) => name === 'plans')).toEqual([{ text: '', name: 'plans' }])
  const single = fillIn('{lastName} {firstName} {lastName}, hello', { ...values, lastName: null })
  expect(single.map(({ text }) => text).join('')).toBe('Ana, hello')
  expect(unknownPlaceholders('{firstName} {toString} {} {toString}')).toEqual(['{toString}', '{}'])
})

test('nobody can set fewer checks than the firm requires, and texts from before need as many', async () => {
  const { records, store: before } = open()
  valueOf(await before.save('env', with_({ checksNeeded: 1 })))
  const { store } = open(records, 2)
  expect(valueOf(await store.get('env')).texts.checksNeeded).toBe(2)
  for (const checksNeeded of [0, 1])
    expect(await store.save('env', with_({ checksNeeded }))).toMatchObject({
      error: { code: 'input.invalid', field: 'checksNeeded' },
    })
  expect(valueOf(await store.save('env', with_({ checksNeeded: 2 }))).version).toBe(2)
  // The firm cannot require more than there are.
  const { store: strict } = open(records, 20)
  expect(valueOf(await strict.get('env')).texts.checksNeeded).toBe(defaultTexts.checks.length)
})
