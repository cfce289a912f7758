import type { Result } from '#kernel/result.ts'
import { escalateClaim, recheckClaim, takeOffer, withdrawClaim } from '#modules/ordering/claims/answer-claim.server.ts'
import { type ClaimingRefusal, claimRefusalText } from '#modules/ordering/claims/claim-labels.ts'
import { redirectWithFlash } from './flash-message.server.ts'
import { refused } from './form.ts'
import { job } from './jobs.server.ts'
import { copyOf } from './read-form.server.ts'

type Refused = { refusal: ClaimingRefusal }
export const atClaimField = ({ refusal }: Refused) => fieldOf[refusal]

/** The steps of a claim that both sides' pages share; afterwards `back` is shown. */
export const claimJobs = (back: string) => ({
  'claim.takeOffer': job(takeOffer, {
    at: atClaimField,
    done: () => redirectWithFlash(back, '農園の回答を承諾しました。報告は解決済みです。'),
  }),
  'claim.withdraw': job(withdrawClaim, {
    at: atClaimField,
    done: () => redirectWithFlash(back, '報告を取り下げました。'),
  }),
  'claim.escalate': job(escalateClaim, {
    at: atClaimField,
    done: () => redirectWithFlash(back, '運営に判断を依頼しました。3営業日が目安です。'),
  }),
  'claim.recheck': job(recheckClaim, {
    at: atClaimField,
    done: () => redirectWithFlash(back, '再審査を依頼しました。'),
  }),
})

/** A remedy as it is typed: the percentage counts only if money is given back. */
export function remedyIn(form: FormData): FormData {
  const said = copyOf(form)
  if (form.get('kind') === 'none') said.set('percent', '0')
  if (form.get('kind') === 'replacement') said.set('percent', '100')
  return said
}

/** The refusal's sentence, at its field. */
export const noClaim = (
  { refusal, detail }: Extract<Result<unknown, ClaimingRefusal>, { ok: false }>,
  form: FormData,
) => refused(claimRefusalText(refusal, detail), form, fieldOf[refusal])

const fieldOf: Partial<Record<ClaimingRefusal, string>> = {
  words_missing: 'words',
  bad_remedy: 'percent',
  bad_quantity: 'qty',
  more_than_shipped: 'qty',
  nothing_claimed: 'qty',
  photo_missing: 'photo',
  photos_gone: 'photo',
  claimed_already: 'line',
  unknown_line: 'line',
}
