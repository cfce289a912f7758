import { z } from 'zod'
import { claimWishes } from '#kernel/enums.ts'
import { Body, IdOf } from '#kernel/schema.ts'
import { PhotoKeyIn } from '#modules/photos/photo-input.ts'
import { isPart } from '#modules/pricing/part-of-unit.ts'
import { claimRefusalText } from './claim-labels.ts'
import { claimTerms } from './claim-terms.ts'

/** Parts of the inputs of use cases about claims (audit-log/use-case.server.ts). */

export const ClaimIdIn = IdOf<'claim'>('報告')

const badRemedy = claimRefusalText('bad_remedy')

/** Of the claimed amount; 100 for a replacement, 0 for `none`. */
export const PercentIn = z.int(badRemedy).min(0, badRemedy).max(100, badRemedy)

/** Of a unit that holds several things; only for lines sold by count. */
export const MissingIn = Body({ count: z.int().min(1).max(999), of: z.int().min(2).max(1_000) })
  .refine(isPart, '足りない分は、1つ分より少ない数で指定してください（例 24個のうち6個）。')
  .nullable()
  .describe('良品数のうち、最後の1つ（1箱など）で足りない分。6/24 や 3/10 など')

/** The photos of a form: uploaded one by one before, referenced here. */
export const PhotoForm = z.uuid('UUIDを指定してください。').describe('写真送信時の form')

export const PhotoKeys = z.array(PhotoKeyIn).max(claimTerms.mostPhotos, `写真は${claimTerms.mostPhotos}枚までです。`)

export const WishIn = z
  .enum(claimWishes)
  .describe(
    'ご希望の対応：次回請求から差し引き（credit）・値引き（price_reduction）・代替品（replacement）・返金（refund）',
  )
