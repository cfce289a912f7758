import { z } from 'zod'
import { formText } from '#kernel/schema.ts'
import { numberRefusalText, readNumber } from '#kernel/typed-number.ts'

const mostBp = 5_000

/** In JSON basis points, in forms percent as typed. */
export const CommissionIn = z
  .int('手数料率は0〜5000の整数（ベーシスポイント）で入力してください（例 1200）。')
  .min(0, numberRefusalText('too_small', { min: 0, unit: '%' }))
  .max(mostBp, numberRefusalText('too_large', { max: mostBp / 100, unit: '%' }))
  .register(formText, {
    read: (text) => {
      const percent = readNumber(text, { decimals: 2 })
      return percent.ok ? Math.round(percent.value * 100) : text
    },
  })
