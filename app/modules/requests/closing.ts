import { addDays, jstDateOf, momentOf } from '#kernel/jst.ts'

/** The shortest time that farms have for an answer. Our choice. */
export const leastMinutes = 30

/**
 * Until when farms answer: as the chef says, at most until the last 締切 of those who were told, for later nothing can be
 * ordered; that is also what it is when the chef says nothing. Null: that leaves less than half an hour from now.
 */
export function answerUntil(now: Date, said: Date | null, lastOrderAt: Date): Date | null {
  const until = said && said < lastOrderAt ? said : lastOrderAt
  return until.getTime() - now.getTime() < leastMinutes * 60_000 ? null : until
}

/**
 * When a request closes by itself. With no answer to choose from it is over when the time for answers is; with one the chef
 * may choose as long as something of it can be ordered: kitchens read answers after the service.
 */
export const closesAt = (facts: { answerUntil: Date; lastOrderAt: Date; offers: number }): Date =>
  facts.offers > 0 ? facts.lastOrderAt : facts.answerUntil

const minute = 60_000

/** The moments until when a chef may let farms answer, in the hours in which both sides look: our choice. */
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
