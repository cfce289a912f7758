import { api } from '#api/api.server.ts'
import { granted, problem } from '#api/problems.server.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { slots } from '#kernel/enums.ts'
import type { KitchenId } from '#kernel/ids.ts'
import { changeMember, removeMember } from '#modules/organisations/members/change-member.server.ts'
import {
  inviteMember,
  resendInvitation,
  revokeInvitation,
} from '#modules/organisations/members/invite-member.server.ts'
import { memberRefusalText } from '#modules/organisations/members/member-labels.ts'
import { memberList } from '#modules/organisations/members/member-list.server.ts'
import {
  addClosure,
  addKitchen,
  closeKitchen,
  type KitchenFacts,
  ownKitchen,
  removeClosure,
  saveKitchen,
} from '#modules/organisations/restaurant/kitchen.server.ts'
import { restaurantAccount } from '#modules/organisations/restaurant/restaurant-account.server.ts'
import { type KitchenRefusal, kitchenRefusalText } from '#modules/organisations/restaurant/restaurant-labels.ts'
import { listOf, type TypedProfile } from '#modules/organisations/sign-up/profile.ts'

type Authority = {
  role: 'owner' | 'staff'
  rights?: string | undefined
  orderLimitYen?: Chosen['orderLimitYen'] | undefined
}
type Chosen = Parameters<typeof changeMember>[1]

/** The default is the least right: a helper who only reads; an omitted limit is no limit. */
const authorityIn = ({ role, rights = 'see', orderLimitYen = null }: Authority) => ({ role, rights, orderLimitYen })

export const membersHandlers = {
  list: api.members.list.handler(({ context: { ctx } }) => memberList(ctx)),
  change: api.members.change.handler(async ({ context: { ctx }, input: { params, body } }) => {
    granted(await changeMember(ctx, { membershipId: params.id, ...authorityIn(body) }), memberRefusalText)
    return memberList(ctx)
  }),
  remove: api.members.remove.handler(async ({ context: { ctx }, input: { params } }) => {
    granted(await removeMember(ctx, { membershipId: params.id }), memberRefusalText)
  }),
  invite: api.members.invite.handler(async ({ context: { ctx, ip, encryption }, input: { headers, body } }) => {
    const invitation = { key: headers['idempotency-key'], email: body.email, ...authorityIn(body) }
    return granted(await inviteMember(ctx, invitation, { encryption, ip }), memberRefusalText)
  }),
  resend: api.members.resend.handler(async ({ context: { ctx, ip, encryption }, input: { params } }) =>
    granted(await resendInvitation(ctx, params, { encryption, ip }), memberRefusalText),
  ),
  revoke: api.members.revoke.handler(async ({ context: { ctx }, input: { params } }) => {
    granted(await revokeInvitation(ctx, params), memberRefusalText)
  }),
}

export const kitchensHandlers = {
  list: api.kitchens.list.handler(async ({ context: { ctx } }) => ({
    kitchens: (await restaurantAccount(ctx)).kitchens.map(kitchenAnswer),
  })),
  one: api.kitchens.one.handler(({ context: { ctx }, input: { params } }) => oneKitchen(ctx, params.id)),
  add: api.kitchens.add.handler(async ({ context: { ctx }, input: { headers, body } }) => {
    const added = await addKitchen(ctx, { key: headers['idempotency-key'], typed: typedOf(body) })
    return grantedKitchen(added)
  }),
  save: api.kitchens.save.handler(async ({ context: { ctx }, input: { params, body } }) => {
    grantedKitchen(await saveKitchen(ctx, { id: params.id, version: body.version, typed: typedOf(body) }))
    return oneKitchen(ctx, params.id)
  }),
  close: api.kitchens.close.handler(async ({ context: { ctx }, input: { params, query } }) => {
    grantedKitchen(await closeKitchen(ctx, { id: params.id, version: query.version }))
  }),
  dayOff: api.kitchens.dayOff.handler(({ context: { ctx }, input: { params } }) => addClosure(ctx, params)),
  dayOn: api.kitchens.dayOn.handler(({ context: { ctx }, input: { params } }) => removeClosure(ctx, params)),
}

async function oneKitchen(ctx: Ctx, id: KitchenId) {
  const kitchen = await ownKitchen(ctx, id)
  return { ...kitchenAnswer(kitchen), closures: kitchen.closures }
}

const kitchenAnswer = ({ id, version, name, typed }: KitchenFacts) => ({
  id,
  version,
  name,
  postalCode: typed.postalCode ?? '',
  prefectureCode: typed.prefectureCode ?? '',
  city: typed.city ?? '',
  street: typed.street ?? '',
  building: typed.building ?? '',
  phone: typed.phone ?? '',
  receivingWeekdays: listOf(typed.receivingWeekdays).map(Number),
  slot: slots.find((known) => known === typed.slot) ?? 'none',
  receivingNote: typed.receivingNote ?? '',
})

type KitchenBody = {
  name: string
  postalCode: string
  prefectureCode: string
  city: string
  street: string
  building: string
  phone: string
  receivingWeekdays: number[]
  slot: string
  receivingNote: string
}

/** In the form of the page, so that both are read by the same rules. */
const typedOf = ({ name, receivingWeekdays, ...body }: KitchenBody): TypedProfile => ({
  kitchenName: name,
  postalCode: body.postalCode,
  prefectureCode: body.prefectureCode,
  city: body.city,
  town: '',
  street: body.street,
  building: body.building,
  phone: body.phone,
  receivingWeekdays: receivingWeekdays.join(','),
  slot: body.slot,
  receivingNote: body.receivingNote,
})

type Answered<T> =
  | { ok: true; value: T }
  | { ok: false; refusal: 'fields'; fields: Record<string, string> }
  | { ok: false; refusal: KitchenRefusal }

/** The value; invalid fields as invalid input, by field; everything else as a refusal. */
function grantedKitchen<T>(answered: Answered<T>): T {
  if (answered.ok) return answered.value
  if (answered.refusal !== 'fields')
    return granted<T, KitchenRefusal>(answered, (refusal) => kitchenRefusalText[refusal])
  throw problem('VALIDATION_FAILED', 422, {
    issues: Object.entries(answered.fields).map(([field, message]) => ({
      path: field === 'kitchenName' ? 'name' : field,
      message,
    })),
  })
}
