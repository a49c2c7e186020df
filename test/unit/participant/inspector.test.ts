import { describe, expect, it } from 'vitest'
import { createInspector } from '#electron/core/participant/inspector.ts'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { codeOf } from '#test/support/results.ts'

const { logger } = createListeningLogger()

describe('the inspector', () => {
  it('advises splitting a file that takes too many resources to read, but not one that takes too many to split', async () => {
    const odd = createInspector({
      logger,
      workerUrl: new URL('../../support/doubles/odd-worker.ts', import.meta.url),
    })
    const way = { mapping: publishedMapping, today: '' }
    expect(await odd.readAgain('c', way)).toMatchObject({
      error: {
        message: 'Reading the file took more than the program can give, so it was stopped.',
        advice: 'Split the file, or ask for an export with fewer participants.',
      },
    })
    expect(await odd.split({ text: 'c', encoding: 'UTF-8', mark: false }, null, way)).toMatchObject(
      {
        error: {
          message: 'Splitting the file took more than the program can give, so it was stopped.',
          advice: 'Ask for an export with fewer participants.',
        },
      },
    )
    await odd.close()
  })

  it('stops a worker that hangs, crashes or uses too much memory, and starts a new one', async () => {
    const workerUrl = new URL('../../support/doubles/odd-worker.ts', import.meta.url)
    const odd = createInspector({ logger, timeoutMs: 700, workerUrl })
    const wish = (letter: string) => odd.inspect(Buffer.from(letter))
    const results = await Promise.all([wish('x'), wish('h'), wish('x'), wish('c'), wish('x')])
    expect(results.map(codeOf)).toEqual([
      'participant.noParticipant',
      'participant.tooComplex',
      'participant.noParticipant',
      'participant.tooComplex',
      'participant.noParticipant',
    ])
    await odd.close()
    const hungry = createInspector({ logger, timeoutMs: 30_000, workerUrl, maxMemoryMb: 64 })
    expect(codeOf(await hungry.inspect(Buffer.from('m')))).toBe('participant.tooComplex')
    expect(codeOf(await hungry.inspect(Buffer.from('x')))).toBe('participant.noParticipant')
    await hungry.close()
  }, 60_000)
})
