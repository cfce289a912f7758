import { z } from 'zod'
import { claimWishes } from '#kernel/enums.ts'
import { IdOf } from '#kernel/schema.ts'
import { PhotoKeyIn } from '#modules/photos/photo-input.ts'
import { claimRefusalText } from './claim-labels.ts'
import { claimTerms } from './claim-terms.ts'

/** Parts of the inputs of use cases about claims (audit-log/use-case.server.ts). */

export const ClaimIdIn = IdOf<'claim'>('報告')

const badRemedy = claimRefusalText('bad_remedy')

/** Of the claimed amount; 100 for a replacement, 0 for `none`. */
export const PercentIn = z.int(badRemedy).min(0, badRemedy).max(100, badRemedy)

/** The photos of a form: uploaded one by one before, referenced here. */
export const PhotoForm = z.uuid('UUIDを指定してください。').describe('写真送信時の form')

export const PhotoKeys = z.array(PhotoKeyIn).max(claimTerms.mostPhotos, `写真は${claimTerms.mostPhotos}枚までです。`)

export const WishIn = z
  .enum(claimWishes)
  .describe(
    'ご希望の対応：次回請求から差し引き（credit）・値引き（price_reduction）・代替品（replacement）・返金（refund）',
  )
