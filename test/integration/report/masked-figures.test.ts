import { afterAll, beforeAll, expect, test } from 'vitest'
import { personSpecs } from '#electron/training/people/example-people.ts'
import { writePersonXml } from '#electron/training/people/person-xml.ts'
import { reportParts } from '#shared/report/report-parts.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'

let house: RealCore
beforeAll(async () => {
  house = await openRealCore(temporaryFolder('masked-figures'))
})
afterAll(() => house.core.close())

test.each(['4', '12', '65'])(
  'a masked report still explains its figures completely if the participant’s id is %s',
  async (userId) => {
    const [example] = personSpecs
    if (example === undefined) throw new Error('no example person')
    const { handle } = await house.must('participant.open', {
      kind: 'file',
      name: 'one.xml',
      bytes: new TextEncoder().encode(writePersonXml({ ...example, userId })),
    })
    const { id } = await house.must('forecast.run', {
      handle,
      operation: 'forecast',
      inputs: {},
      jobId: userId,
    })
    const { pages } = await house.must('report.preview', {
      todayId: id,
      planId: null,
      comparedIds: [],
      goalMonth: null,
      parts: [...reportParts],
      paper: 'letter',
      masked: true,
    })
    const texts = pages
      .flatMap(({ blocks }) => blocks.flatMap(({ marks }) => marks))
      .flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []))
    const damaged = texts.filter((text) =>
      /[$.]••••|•••• months|(?:at|from) ••••|••••[.,]\d/.test(text),
    )
    expect(damaged).toEqual([])
    expect(texts.join(' ')).not.toContain(`Participant ${userId}`)
  },
)
