import { type RouterContextProvider, redirectDocument } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { type MembershipId, type PersonId, parseId } from '#kernel/ids.ts'
import { beginView } from '#modules/identity/impersonation/begin-impersonation.server.ts'
import { viewRefusalText } from '#modules/identity/impersonation/impersonation-labels.ts'
import { viewCookie } from '#modules/identity/session.ts'
import { liftPerson, suspendPerson } from '#modules/organisations/account/suspend-person.server.ts'
import { organisationRefusalText } from '#modules/organisations/refusal-text.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formKey, invalid, parseForm, refused, typedIn, words } from '#web/form.ts'
import { requestFacts } from '#web/request-context.ts'
import { keepCookie } from '#web/session-cookie.server.ts'
import { withStaffProof } from '../staff-proof.server.ts'
import { isChangeStep, takeChangeStep } from './account-change-steps.server.ts'

const Step = z.object({
  do: z.enum(['suspend', 'lift', 'view']),
  key: formKey(),
  person: z.string(),
  membership: z.string().default(''),
  reason: words(2_000).default(''),
})

/** One of the forms about one user. `here`: the current page. */
export async function takePersonStep(
  ctx: Ctx,
  form: FormData,
  { here, context }: { here: string; context: Readonly<RouterContextProvider> },
) {
  const { encryption } = context.get(requestFacts)
  return withStaffProof(ctx, context, form, (ctx) => takeStep(ctx, form, { here, encryption }))
}

async function takeStep(ctx: Ctx, form: FormData, { here, encryption }: { here: string; encryption: Encryption }) {
  const { do: asked, person = '' } = typedIn(form)
  const owner = parseId<'person'>(person)
  if (isChangeStep(asked)) return takeChangeStep(ctx, form, { owner: owner && { personId: owner }, here, encryption })
  const read = parseForm(Step, form)
  if (!read.ok) return invalid(read.problem)
  const { do: what, key, reason } = read.value
  const personId = parseId<'person'>(read.value.person)
  if (!personId) return refused(organisationRefusalText.not_possible_now, form)
  if (what === 'view')
    return view(ctx, form, { personId, reason, membershipId: parseId<'membership'>(read.value.membership) })
  const step = { key, personId, reason }
  const result = what === 'suspend' ? await suspendPerson(ctx, step) : await liftPerson(ctx, step)
  if (!result.ok) return refused(organisationRefusalText[result.refusal], form, fieldOf[result.refusal])
  const said =
    what === 'suspend' ? 'さんを停止し、すべての端末からサインアウトしました。' : 'さんの停止を解除しました。'
  return redirectWithFlash(here, result.value.name + said)
}

/** The field of a refusal; the others concern the whole form. */
const fieldOf: Record<string, string> = { reason_missing: 'reason' }

/** Opens a user's screens, in this browser and for ten minutes; the bar above them leads back. */
async function view(
  ctx: Ctx,
  form: FormData,
  wanted: { personId: PersonId; membershipId: MembershipId | null; reason: string },
) {
  const begun = await beginView(ctx, wanted)
  if (!begun.ok) return refused(viewRefusalText[begun.refusal], form, fieldOf[begun.refusal])
  return redirectDocument(begun.value.home, { headers: { 'set-cookie': keepCookie(viewCookie, begun.value.token) } })
}
