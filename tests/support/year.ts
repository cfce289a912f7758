import { leaveOutYearOf } from '../../app/kernel/format.ts'
import { at } from '../../app/kernel/jst.ts'

const now = at('2026-11-24 11:00')

/** Dates leave out the year of the tests' days, whenever they run. */
leaveOutYearOf({ now: () => now })
