import type { Ctx } from '#authorization/ctx.ts'
import { parseId } from '#kernel/ids.ts'
import type { Result } from '#kernel/result.ts'
import {
  type ClaimStep,
  escalateClaim,
  recheckClaim,
  takeOffer,
  withdrawClaim,
} from '#modules/ordering/claims/answer-claim.server.ts'
import { type ClaimingRefusal, claimRefusalText } from '#modules/ordering/claims/claim-labels.ts'
import { refused, staleForm } from './form.ts'

type Asked = { key: string; words: string }
type Do = (ctx: Ctx, claimId: NonNullable<ReturnType<typeof parseId<'claim'>>>, asked: Asked) => Promise<ClaimStep>

/** The steps of a claim that both sides' pages share, by the name that their forms send: `claim.<step>`. */
const steps: Record<string, { run: Do; told: string }> = {
  'claim.takeOffer': {
    run: (ctx, claimId, { key }) => takeOffer(ctx, { claimId, key }),
    told: '農園の返事を受けました。申し出は解決です。',
  },
  'claim.withdraw': {
    run: (ctx, claimId, { key }) => withdrawClaim(ctx, { claimId, key }),
    told: '申し出を取り下げました。',
  },
  'claim.escalate': {
    run: (ctx, claimId, { key, words }) => escalateClaim(ctx, { claimId, key, words }),
    told: '運営にまわしました。3営業日が目安です。',
  },
  'claim.recheck': {
    run: (ctx, claimId, { key, words }) => recheckClaim(ctx, { claimId, key, words }),
    told: 'もう一度見てもらうことになりました。',
  },
}

export const isClaimStep = (name: string): boolean => Object.hasOwn(steps, name)

/** Runs the step of a claim form; returns the success message, or the form with its refusal. */
export async function doClaimStep(ctx: Ctx, name: string, form: FormData, key: string) {
  const step = steps[name]
  const claimId = parseId<'claim'>(form.get('claim'))
  if (!step || !claimId) return { told: null, refused: refused(staleForm, form) }
  const result = await step.run(ctx, claimId, { key, words: String(form.get('words') ?? '').slice(0, 400) })
  return result.ok ? { told: step.told, refused: null } : { told: null, refused: noClaim(result, form) }
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
