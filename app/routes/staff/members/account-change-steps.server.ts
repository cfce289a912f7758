import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { identityProofs } from '#kernel/enums.ts'
import { parseId } from '#kernel/ids.ts'
import { type Result, refuse } from '#kernel/result.ts'
import {
  type AccountChangeRefusal,
  accountChangeRefusalText,
} from '#modules/identity/account-changes/account-change-labels.ts'
import {
  confirmAccountChange,
  requestAccountChange,
  withdrawAccountChange,
} from '#modules/identity/account-changes/request-account-change.server.ts'
import type { FactorOwner } from '#modules/identity/factors/factor-owner.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { invalid, parseForm, refused, words } from '#web/form.ts'

const steps = ['email', 'factors', 'confirm', 'withdraw'] as const
type ChangeStep = (typeof steps)[number]
export const isChangeStep = (step: string | undefined): step is ChangeStep => steps.some((it) => it === step)

const Step = z.object({
  do: z.enum(steps),
  email: words(254).default(''),
  proof: z.enum(identityProofs).nullable().catch(null).default(null),
  reason: words(400).default(''),
  change: z.string().default(''),
})

/** One of the forms about a change of an account. `owner`: the owner of the requested account. */
export async function takeChangeStep(
  ctx: Ctx,
  form: FormData,
  { owner, here, encryption }: { owner: FactorOwner | null; here: string; encryption: Encryption },
) {
  const read = parseForm(Step, form)
  if (!read.ok) return invalid(read.problem)
  const { do: step, change, ...wanted } = read.value
  const result = await take(ctx, { ...wanted, step, changeId: parseId<'accountChange'>(change), owner, encryption })
  if (!result.ok) return refused(accountChangeRefusalText[result.refusal], form, fieldOf[result.refusal])
  return redirectWithFlash(here, notifications[step])
}

type Taken = Omit<z.infer<typeof Step>, 'do' | 'change'> & {
  step: ChangeStep
  changeId: Parameters<typeof withdrawAccountChange>[1] | null
  owner: FactorOwner | null
  encryption: Encryption
}

async function take(
  ctx: Ctx,
  { step, changeId, owner, encryption, ...wanted }: Taken,
): Promise<Result<unknown, AccountChangeRefusal>> {
  if (step === 'email' || step === 'factors')
    return owner ? requestAccountChange(ctx, { ...wanted, owner, kind: step }) : refuse('not_active')
  if (!changeId) return refuse('ended')
  return step === 'confirm' ? confirmAccountChange(ctx, { changeId, encryption }) : withdrawAccountChange(ctx, changeId)
}

/** The field of a refusal; the others concern the whole form. */
const fieldOf: Partial<Record<AccountChangeRefusal, string>> = {
  reason_missing: 'reason',
  proof_missing: 'proof',
  bad_email: 'email',
  same_email: 'email',
  email_taken: 'email',
}

const notifications: Record<ChangeStep, string> = {
  email: '依頼しました。ほかの担当者が確認すると、72時間後に変更されます。',
  factors: '依頼しました。ほかの担当者が確認すると、72時間後にリセットされます。',
  confirm: '確認しました。確認済みの現在のメールアドレスがある場合は予告を送信しました。72時間後に実行します。',
  withdraw: '取り消しました。',
}
