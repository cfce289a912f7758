import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every app begins at ten on a Tuesday morning, whenever the tests run. */
export const startOfTests = '2026-11-24T10:00:00+09:00'

/** The clock of an app: a file beside its data that says how far it is ahead of this machine's. */
export class AppClock {
  readonly file: string

  constructor(dataFolder: string) {
    this.file = join(dataFolder, 'test-clock')
    this.moveTo(startOfTests)
  }

  moveTo(time: string): void {
    writeFileSync(this.file, String(Date.parse(time) - Date.now()))
  }

  now(): Date {
    return new Date(Date.now() + Number(readFileSync(this.file, 'utf8')))
  }
}
