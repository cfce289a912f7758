import { addDays, jstDateOf, momentOf } from '#kernel/jst.ts'

/** The minimum time that farms have for an answer. Our choice. */
export const leastMinutes = 30

/**
 * Until when farms can answer: as the chef chooses, at most until the last 締切 of the notified farms, because later
 * nothing can be ordered; that is also the default. Null: that leaves less than half an hour from now.
 */
export function answerUntil(now: Date, said: Date | null, lastOrderAt: Date): Date | null {
  const until = said && said < lastOrderAt ? said : lastOrderAt
  return until.getTime() - now.getTime() < leastMinutes * 60_000 ? null : until
}

/**
 * When a request closes automatically. Without an offer it is over with the time for answers; with one the chef may
 * choose as long as something of it can be ordered, because kitchens read answers after the service.
 */
export const closesAt = (facts: { answerUntil: Date; lastOrderAt: Date; offers: number }): Date =>
  facts.offers > 0 ? facts.lastOrderAt : facts.answerUntil

const minute = 60_000

/** The end times for answers that a chef can choose, at hours when both sides are online: our choice. */
export function untilChoices(now: Date): Date[] {
  const today = jstDateOf(now)
  const moments = [
    momentOf(today, 18 * 60),
    momentOf(today, 22 * 60),
    ...[9, 12, 18].map((hour) => momentOf(addDays(today, 1), hour * 60)),
    ...[12, 18].map((hour) => momentOf(addDays(today, 2), hour * 60)),
  ]
  return moments.filter((moment) => moment.getTime() - now.getTime() >= 2 * leastMinutes * minute)
}
