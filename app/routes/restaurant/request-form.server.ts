import { categories } from '#kernel/enums.ts'
import { parseJstDate } from '#kernel/jst.ts'
import { wishedMethods } from '#kernel/request-enums.ts'
import { readNumber } from '#kernel/typed-number.ts'
import { yen } from '#kernel/yen.ts'
import type { Asked } from '#modules/sourcing/ask-request.server.ts'

/** A chef's input, as far as it can be read; the use case judges the rest. */
export function askedIn(form: FormData): { asked: Asked; fields: Record<string, string> } {
  const said = (name: string) => String(form.get(name) ?? '').trim()
  const qty = readNumber(said('qty'), { min: 1, max: 9_999 })
  const ceiling = said('ceiling') === '' ? null : readNumber(said('ceiling'), { min: 1, max: 10_000_000 })
  const until = new Date(said('until'))
  const fields = {
    ...(ceiling &&
      !ceiling.ok && { ceiling: '1円から10,000,000円までの整数で入れるか、空のままにしてください（例 3000）' }),
  }
  return {
    fields,
    asked: {
      words: said('words'),
      category: categories.find((category) => category === said('category')) ?? null,
      qty: qty.ok ? qty.value : 0,
      unit: said('unit'),
      days: form.getAll('days').flatMap((day) => parseJstDate(day) ?? []),
      ceilingYen: ceiling?.ok ? yen(ceiling.value) : null,
      method: wishedMethods.find((method) => method === said('method')) ?? null,
      note: said('note').slice(0, 300),
      until: Number.isNaN(until.getTime()) ? null : until,
    },
  }
}

/** The fields as they were sent; the days, of which there are several, in one. */
export const typedDays = (form: FormData): string => form.getAll('days').map(String).join(' ')
