import type { Quote, QuotedFarm, QuotedLine } from '#modules/cart/quote.ts'
import { farmProblemText, lineProblemText } from '#modules/cart/refusal-text.ts'
import { runWays } from '#modules/cart/run-ways.ts'
import { seenOf } from '#modules/cart/seen-quote.ts'
import { creditSentence } from '#modules/credit/refusal-text.ts'
import { deliveryDayText } from '#modules/delivery/delivery-day-text.ts'
import type { DeliveryDay } from '#modules/delivery/delivery-days.ts'

/** The quote in the API: codes with their sentences, and what to send back when ordering. */
export function cartAnswer(quote: Quote) {
  const seen = seenOf(quote)
  return {
    ...quote,
    kitchen: { id: quote.kitchen.kitchenId, name: quote.kitchen.name },
    farms: quote.farms.map(farmAnswer),
    creditRefusal: quote.creditProblem && {
      code: quote.creditProblem.refusal,
      message: creditSentence[quote.creditProblem.refusal](quote.creditProblem.detail ?? {}),
    },
    seen: { ...seen, lines: [...seen.lines], farms: [...seen.farms] },
  }
}

const farmAnswer = (farm: QuotedFarm) => ({
  ...farm,
  lines: farm.lines.map(lineAnswer),
  days: farm.days.map(dayAnswer),
  runs: runWays(farm),
  refusedDay: farm.refusedDay && { ...farm.refusedDay, message: refusedDayText(farm.refusedDay.reason) },
  problem: farm.problem && { code: farm.problem, message: farmProblemText[farm.problem] },
})

const lineAnswer = (line: QuotedLine) => ({
  ...line,
  nominalGrams: line.terms.nominalGrams,
  taxPercent: line.terms.taxPercent,
  problem: line.problem && { code: line.problem, message: lineProblemText[line.problem] },
})

export const dayAnswer = (day: DeliveryDay) =>
  day.possible ? day : { ...day, message: deliveryDayText[day.reason].long }

type RefusedReason = NonNullable<QuotedFarm['refusedDay']>['reason']

const refusedDayText = (reason: RefusedReason): string =>
  reason === 'not_offered' ? '選択できる日は、今日から2週間です。' : deliveryDayText[reason].long
