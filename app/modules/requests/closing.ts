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
