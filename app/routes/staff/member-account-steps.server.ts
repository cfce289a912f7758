import { redirectDocument } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#access/ctx.ts'
import { type FactorResetId, type MembershipId, type PersonId, parseId } from '#kernel/ids.ts'
import { refuse } from '#kernel/result.ts'
import { type IdentityProof, identityProofs } from '#kernel/words.ts'
import {
  askForPersonReset,
  confirmPersonReset,
  withdrawPersonReset,
} from '#modules/identity/person-factor-reset.server.ts'
import { type PersonResetRefusal, personResetRefusalText } from '#modules/identity/person-factor-reset-words.ts'
import { viewCookie } from '#modules/identity/session.ts'
import { beginView } from '#modules/identity/views/begin-view.server.ts'
import { viewRefusalText } from '#modules/identity/views/view-words.ts'
import { liftPerson, suspendPerson } from '#modules/organisations/account/suspend-person.server.ts'
import { organisationRefusalText } from '#modules/organisations/refusal-text.ts'
import { formKey, invalid, parseForm, refused, words } from '../form.ts'
import { redirectWithNotice } from '../notice.server.ts'
import { keepCookie } from '../session-cookie.server.ts'

const Step = z.object({
  do: z.enum(['suspend', 'lift', 'view', 'reset', 'confirm', 'withdraw']),
  key: formKey(),
  person: z.string(),
  membership: z.string().default(''),
  proof: z.enum(identityProofs).nullable().catch(null).default(null),
  reset: z.string().default(''),
  reason: words(2_000).default(''),
})

/** One of the forms about one person. `here`: the page they are on. */
export async function takePersonStep(ctx: Ctx, form: FormData, { here }: { here: string }) {
  const read = parseForm(Step, form)
  if (!read.ok) return invalid(read.problem)
  const { do: what, key, reason } = read.value
  const personId = parseId<'person'>(read.value.person)
  if (!personId) return refused(organisationRefusalText.not_possible_now, form)
  if (what === 'view')
    return view(ctx, form, { personId, reason, membershipId: parseId<'membership'>(read.value.membership) })
  if (what !== 'suspend' && what !== 'lift') {
    const { proof } = read.value
    const done = await stepOfReset(ctx, { what, personId, proof, reason, resetId: parseId(read.value.reset) })
    if (!done.ok) return refused(personResetRefusalText[done.refusal], form, fieldOf[done.refusal])
    return redirectWithNotice(here, resetNotice[what])
  }
  const step = { key, personId, reason }
  const result = what === 'suspend' ? await suspendPerson(ctx, step) : await liftPerson(ctx, step)
  if (!result.ok) return refused(organisationRefusalText[result.refusal], form, fieldOf[result.refusal])
  const said =
    what === 'suspend' ? 'さんを停止し、すべての端末からサインアウトしました。' : 'さんの停止を解除しました。'
  return redirectWithNotice(here, result.value.name + said)
}

/** Which field a refusal is about; the others are about the whole. */
const fieldOf: Record<string, string> = { reason_missing: 'reason', proof_missing: 'proof' }

const resetNotice = {
  reset: '依頼しました。ほかの運営の人が確認すると、リセットされます。',
  confirm: 'リセットして、本人にメールで知らせました。',
  withdraw: '依頼を取り消しました。',
}

type ResetStep = {
  what: keyof typeof resetNotice
  personId: PersonId
  proof: IdentityProof | null
  reason: string
  resetId: FactorResetId | null
}

/** A lost second factor: one of us asks, another confirms. */
async function stepOfReset(ctx: Ctx, { what, personId, proof, reason, resetId }: ResetStep) {
  if (what === 'reset') return askForPersonReset(ctx, { personId, proof, reason })
  if (!resetId) return refuse<PersonResetRefusal>('ended')
  return what === 'confirm' ? confirmPersonReset(ctx, { resetId }) : withdrawPersonReset(ctx, resetId)
}

/** Into somebody's screens, in this browser and for ten minutes; the bar over them leads back. */
async function view(
  ctx: Ctx,
  form: FormData,
  wanted: { personId: PersonId; membershipId: MembershipId | null; reason: string },
) {
  const begun = await beginView(ctx, wanted)
  if (!begun.ok) return refused(viewRefusalText[begun.refusal], form, fieldOf[begun.refusal])
  return redirectDocument(begun.value.home, { headers: { 'set-cookie': keepCookie(viewCookie, begun.value.token) } })
}
