import type { Files } from '#electron/core/platform/ports.ts'
import { fail, ok } from '#shared/result.ts'

/** In-memory twin of the data folder. `failNextWrite` makes the next replace or append fail as on a full disk. */
export const createMemoryFiles = () => {
  const contents = new Map<string, Uint8Array>()
  let failures = 0
  const full = () => {
    if (failures === 0) return null
    failures -= 1
    return fail({ code: 'records.diskFull', message: 'No space left on the device.' })
  }
  const files: Files = {
    read: async (name) => ok(contents.get(name) ?? null),
    // These two functions call `read`, so a test that breaks `read` also breaks them.
    async readPart(name, offset, length) {
      const whole = await this.read(name)
      if (!whole.ok || whole.value === null) return whole.ok ? ok(null) : whole
      const { value } = whole
      return ok({ bytes: value.subarray(offset, offset + length), size: value.length })
    },
    async sizeOf(name) {
      const whole = await this.read(name)
      return whole.ok ? ok(whole.value?.length ?? null) : whole
    },
    replace: async (name, bytes) => {
      const failed = full()
      if (failed) return failed
      contents.set(name, bytes.slice())
      return ok(undefined)
    },
    append: async (name, bytes) => {
      const failed = full()
      if (failed) return failed
      const before = contents.get(name) ?? new Uint8Array()
      contents.set(name, Buffer.concat([before, bytes]))
      return ok(before.length)
    },
    remove: async (name) => {
      contents.delete(name)
      return ok(undefined)
    },
  }
  return {
    files,
    contents,
    failNextWrite: (count = 1) => {
      failures = count
    },
  }
}
