import { addDays, daysBetween, type JstDate, jstDate } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'

/** A farm's registration as an issuer of qualified invoices. `untilOn`: the first day on which it is no longer valid. */
export type Registration = { number: string; fromOn: JstDate; untilOn: JstDate | null }

/** No registration is older than the law of qualified invoices. */
export const firstRegistrationDay = jstDate('2023-10-01')

/** The number that was valid on the day of supply; null: the farm was not registered then. */
export const registeredOn = (registrations: readonly Registration[], day: JstDate): string | null =>
  registrations.find(({ fromOn, untilOn }) => fromOn <= day && (untilOn === null || day < untilOn))?.number ?? null

/** Days further ahead are typing mistakes: registration and cancellation are applied for within a year. */
const mostDaysAhead = 366

export type RegistrationProblem =
  | 'too_early'
  | 'too_late'
  | 'overlap'
  | 'nothing_changed'
  | 'not_registered'
  | 'before_start'

/**
 * The history after a number that counts from a day on, until further notice. The number in force ends there; with the
 * same first day, or the same number, what was recorded is corrected. Oldest first.
 */
export function withNumber(
  history: readonly Registration[],
  { number, fromOn }: { number: string; fromOn: JstDate },
  today: JstDate,
): Result<Registration[], RegistrationProblem> {
  if (fromOn < firstRegistrationDay) return refuse('too_early')
  if (daysBetween(today, fromOn) > mostDaysAhead) return refuse('too_late')
  const next = { number, fromOn, untilOn: null }
  const earlier = history.slice(0, -1)
  const last = history.at(-1)
  if (!last) return ok([next])
  if (last.untilOn !== null) return fromOn < last.untilOn ? refuse('overlap') : ok([...history, next])
  if (last.number === number && last.fromOn === fromOn) return refuse('nothing_changed')
  if (last.number !== number && last.fromOn !== fromOn)
    return fromOn < last.fromOn ? refuse('overlap') : ok([...earlier, { ...last, untilOn: fromOn }, next])
  // a number that followed another one without a gap still does
  const before = earlier.at(-1)
  if (!before) return ok([next])
  if (before.untilOn === last.fromOn)
    return fromOn <= before.fromOn
      ? refuse('overlap')
      : ok([...earlier.slice(0, -1), { ...before, untilOn: fromOn }, next])
  return before.untilOn !== null && fromOn < before.untilOn ? refuse('overlap') : ok([...earlier, next])
}

/** The history after the loss of the registration: `lastOn` is the last day on which it is valid. */
export function withEnd(
  history: readonly Registration[],
  lastOn: JstDate,
  today: JstDate,
): Result<Registration[], RegistrationProblem> {
  const last = history.at(-1)
  if (!last) return refuse('not_registered')
  if (daysBetween(today, lastOn) > mostDaysAhead) return refuse('too_late')
  if (lastOn < last.fromOn) return refuse('before_start')
  const untilOn = addDays(lastOn, 1)
  return last.untilOn === untilOn ? refuse('nothing_changed') : ok([...history.slice(0, -1), { ...last, untilOn }])
}
