import type { Ctx } from '#authorization/ctx.ts'
import { remedyKinds } from '#kernel/enums.ts'
import { parseId } from '#kernel/ids.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { answerClaim } from '#modules/ordering/claims/answer-claim.server.ts'
import { claimTerms } from '#modules/ordering/claims/claim-terms.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { noClaim } from '#web/claim-steps.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { invalid, staleForm, typedIn } from '#web/form.ts'
import { photosOfField } from '#web/form-photos.server.ts'

type Sent = { ctx: Ctx; files: FileStore; form: FormData; back: string }

/** The farm's answer to a claim: one button, or a form of its own with a share, text and photos. */
export async function takeAnswer({ ctx, files, form, back }: Sent) {
  const claimId = parseId<'claim'>(form.get('claimId'))
  const key = parseId(form.get('key'))
  const kind = remedyKinds.find((known) => known === form.get('kind'))
  if (!claimId || !key || !kind) return invalid({ fields: {}, summary: staleForm, typed: typedIn(form) })
  const { keys, sentence } = await photosOfField(ctx, files, {
    form,
    field: 'photo',
    keptAs: 'kept.photo',
    formKey: key,
    most: claimTerms.mostPhotos,
  })
  if (sentence) return invalid({ fields: { photo: sentence }, summary: sentence, typed: typedIn(form) })
  const typed = parseWholeNumber(form.get('percent')) ?? Number.NaN
  const percent = kind === 'none' ? 0 : kind === 'replacement' ? 100 : typed
  const words = String(form.get('words') ?? '').slice(0, 400)
  const result = await answerClaim(ctx, { claimId, key, kind, percent, words, photos: keys, form: key })
  return result.ok ? redirectWithFlash(back, '申し出に答えました。お店の画面に出ています。') : noClaim(result, form)
}
