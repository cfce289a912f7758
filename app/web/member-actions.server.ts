import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { emailRefusalText, readEmail } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { memberRoles } from '#kernel/enums.ts'
import { type InvitationId, parseId } from '#kernel/ids.ts'
import { numberRefusalText, readYen } from '#kernel/typed-number.ts'
import { yen } from '#kernel/yen.ts'
import { qrPath } from '#modules/identity/factors/totp.server.ts'
import { changeMember, leaveOrganisation, removeMember } from '#modules/organisations/members/change-member.server.ts'
import {
  inviteMember,
  resendInvitation,
  revokeInvitation,
  showInvitation,
} from '#modules/organisations/members/invite-member.server.ts'
import { type MemberRefusal, memberRefusalText } from '#modules/organisations/members/member-labels.ts'
import { redirectWithFlash } from './flash-message.server.ts'
import { formKey, invalid, parseForm, refused, staleForm } from './form.ts'
import { withProof } from './prove-again.server.ts'
import { requestFacts } from './request-context.ts'
import { typedOrNothing } from './typed-fields.ts'

type Asked = { ctx: Ctx; form: FormData; ip: string | null; encryption: Encryption; site: string; here: string }

/** The forms of the page, by name, and their actions. */
const intents = { change, remove, leave, invite, resend, revoke, qr }

/** `here`: the address of the page, to return to. */
export async function changeMembers(ctx: Ctx, form: FormData, context: Readonly<RouterContextProvider>, here: string) {
  const { ip, encryption, secureOrigin: site } = context.get(requestFacts)
  const intent = String(form.get('intent'))
  if (!isIntent(intent)) throw data(null, { status: 400 })
  return intents[intent]({ ctx, form, ip, encryption, site, here })
}

const isIntent = (intent: string): intent is keyof typeof intents => Object.hasOwn(intents, intent)

const limit = typedOrNothing((typed) => readYen(typed, { min: 1 }), numberRefusalText)
const Authority = z.object({
  role: z.enum(memberRoles, 'できることをえらんでください'),
  rights: z.string().default('see'),
  orderLimitYen: limit.optional(),
})

async function change({ ctx, form, here }: Asked) {
  const membershipId = parseId<'membership'>(form.get('membership'))
  const read = parseForm(Authority, form)
  if (!read.ok) return invalid(read.problem)
  if (!membershipId) throw data(null, { status: 400 })
  const { role, rights, orderLimitYen } = read.value
  return withProof(ctx, form, async (ctx) => {
    const done = await changeMember(ctx, { membershipId, role, rights, orderLimitYen: limitOf(orderLimitYen) })
    return done.ok ? redirectWithFlash(here, `${done.value.name} さんの権限を保存しました。`) : no(done.refusal, form)
  })
}

async function remove({ ctx, form, here }: Asked) {
  const membershipId = parseId<'membership'>(form.get('membership'))
  if (!membershipId) throw data(null, { status: 400 })
  return withProof(ctx, form, async (ctx) => {
    const done = await removeMember(ctx, { membershipId })
    return done.ok
      ? redirectWithFlash(here, `${done.value.name} さんをメンバーから外しました。`)
      : no(done.refusal, form)
  })
}

async function leave({ ctx, form }: Asked) {
  const done = await leaveOrganisation(ctx)
  return done.ok
    ? redirectWithFlash('/', `${done.value.organisation}のメンバーから抜けました。`)
    : no(done.refusal, form)
}

const Invitation = Authority.extend({ key: formKey(), email: typedOrNothing(readEmail, emailRefusalText) })

async function invite({ ctx, form, here, ip, encryption }: Asked) {
  const read = parseForm(Invitation, form)
  if (!read.ok) return invalid(read.problem)
  const { orderLimitYen, ...wanted } = read.value
  return withProof(ctx, form, async (ctx) => {
    const done = await inviteMember(ctx, { ...wanted, orderLimitYen: limitOf(orderLimitYen) }, { ip, encryption })
    if (!done.ok) return no(done.refusal, form)
    const sentence = wanted.email
      ? `${wanted.email} に招待のメールを送りました。`
      : '招待をつくりました。「QRコードを見せる」を押してください。'
    return redirectWithFlash(`${here}#invitations`, sentence)
  })
}

async function resend({ ctx, form, here, ip, encryption }: Asked) {
  const done = await resendInvitation(ctx, { id: invitationIn(form) }, { ip, encryption })
  return done.ok
    ? redirectWithFlash(`${here}#invitations`, `${done.value.email} に、もう一度送りました。`)
    : no(done.refusal, form)
}

async function revoke({ ctx, form, here }: Asked) {
  const done = await revokeInvitation(ctx, { id: invitationIn(form) })
  return done.ok ? redirectWithFlash(`${here}#invitations`, '招待を取り消しました。') : no(done.refusal, form)
}

/** The code is in the response only: in no address, and it is not cached. */
async function qr({ ctx, form, site }: Asked) {
  const id = invitationIn(form)
  return withProof(ctx, form, async (ctx) => {
    const done = await showInvitation(ctx, { id })
    if (!done.ok) return no(done.refusal, form)
    return data({ qr: { id, ...qrPath(site + done.value.path), until: done.value.until } })
  })
}

function invitationIn(form: FormData): InvitationId {
  const id = parseId<'invitation'>(form.get('invitation'))
  if (!id) throw data({ sentence: staleForm }, { status: 400 })
  return id
}

const limitOf = (typed: number | null | undefined) => (typed ? yen(typed) : null)

/** A sentence about a field is shown there. */
const no = (refusal: MemberRefusal, form: FormData) =>
  refused(memberRefusalText(refusal), form, refusal.startsWith('already') ? 'email' : undefined)
