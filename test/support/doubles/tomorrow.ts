import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { personalFolder } from '../desktop/person.ts'

const day = 24 * 60 * 60 * 1000

/** This script loads before the program, in main and in each worker. */
const hook = `'use strict'
const Today = Date
const tomorrow = () => Today.now() + ${day}
globalThis.Date = class Date extends Today {
  constructor(...given) {
    if (given.length === 0) super(tomorrow())
    else super(...given)
  }
  static now() {
    return tomorrow()
  }
}
`

/** A NODE_OPTIONS value that makes a program's clock run a day ahead. */
export const tomorrowInNode = (): string => {
  const file = path.join(personalFolder('tomorrow'), 'tomorrow.cjs')
  writeFileSync(file, hook)
  return `--require ${file}`
}

/** Makes a page's clock run a day ahead from now on. */
export const tomorrowOnPage = (page: Page): Promise<void> =>
  page.clock.setFixedTime(Date.now() + day)
