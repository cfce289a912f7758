import { parseJstDate } from '#kernel/jst.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { readDay } from '#kernel/typed-day.ts'

/** What a word of a search may mean beside the text that it is. */
export type WordMeaning = {
  /** A pattern of delivery days: `2026-11-27`, or `%-11-27` for that day of any year. */
  day: string | null
  yen: number | null
}

/** 11/27, 11月27日, 2026-11-27 or 2026年11月27日(金); ¥12,400, 12400円 or 12400. */
export const meaningOf = (word: string): WordMeaning => ({ day: dayOf(word), yen: parseWholeNumber(word) })

function dayOf(word: string): string | null {
  const plain = word.replace(/\(.\)$/, '')
  const whole = readDay(plain)
  if (whole.ok) return whole.value
  const match = /^(\d{1,2})(?:\/(\d{1,2})|月(\d{1,2})日)$/.exec(plain)
  if (!match) return null
  const [month = '', day = ''] = [match[1], match[2] ?? match[3]]
  const monthAndDay = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  // in a leap year, which has every day
  return parseJstDate(`2024-${monthAndDay}`) && `%-${monthAndDay}`
}
