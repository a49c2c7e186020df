import { StatementSync } from 'node:sqlite'

/** Calls `reach` before and after every write of this thread to a database: single rows, and whole transactions. */
export const onEachWrite = (reach: (when: 'before' | 'after') => void): void => {
  const { prototype } = StatementSync
  const runStatement: unknown = Reflect.get(prototype, 'run')
  Reflect.set(prototype, 'run', function (this: StatementSync, ...values: readonly unknown[]) {
    if (typeof runStatement !== 'function') throw new TypeError('a statement cannot run')
    const isWrite = /^(?:INSERT|UPDATE|DELETE|REPLACE|COMMIT)/.test(this.sourceSQL)
    if (isWrite) reach('before')
    const done: unknown = Reflect.apply(runStatement, this, values)
    if (isWrite) reach('after')
    return done
  })
}
