import { readFileSync } from 'node:fs'
import type { Clock } from '#kernel/clock.ts'

/** A clock that tests move while the app runs: the file holds the offset in milliseconds. */
export const clockMovedBy = (file: string): Clock => ({
  now: () => new Date(Date.now() + Number(readFileSync(file, 'utf8') || '0')),
})
