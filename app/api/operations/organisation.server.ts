import { z } from 'zod'
import { endpoint, needsKey, needsProof, refusals } from '#api/endpoint.server.ts'
import { granted, problem } from '#api/problems.server.ts'
import { AnId, Count, Day, Moment, Yen } from '#api/schemas/shapes.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { helperRights, memberRoles, slots } from '#kernel/enums.ts'
import type { KitchenId } from '#kernel/ids.ts'
import { Body, DayIn, EmailIn, IdOf, KeyHeader, Slot, Text } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'
import { changeMember, removeMember } from '#modules/organisations/members/change-member.server.ts'
import {
  inviteMember,
  resendInvitation,
  revokeInvitation,
} from '#modules/organisations/members/invite-member.server.ts'
import { type MemberRefusal, memberRefusalText } from '#modules/organisations/members/member-labels.ts'
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

const members = 'メンバー'

const kitchens = '厨房'

const Role = z.enum(memberRoles).describe('owner：責任者／staff：スタッフ、家族・手伝いの人')

const Rights = z.enum(helperRights).describe('農園の手伝いの人ができること。see：見る／pack：箱づめ／all：ぜんぶ')

const Limit = Yen.nullable().describe('店のスタッフが一度に注文できる上限（税込み）。null は上限なし')

const Authority = { role: Role, rights: Rights, orderLimitYen: Limit }

const AuthorityIn = {
  role: z.enum(memberRoles, { error: 'owner、staff のどちらかを入れてください。' }),
  rights: z.enum(helperRights, { error: 'see、pack、all のどれかを入れてください。' }).optional(),
  orderLimitYen: z
    .int('上限は1以上の整数で入力してください。')
    .min(1, '上限は1以上の整数で入力してください。')
    .max(100_000_000, '上限が大きすぎます。')
    .transform(yen)
    .nullable()
    .optional(),
}

const Member = z.object({
  id: AnId,
  name: z.string(),
  email: z.string(),
  self: z.boolean().describe('呼んだ本人'),
  suspended: z.boolean(),
  ...Authority,
})

const Invitation = z.object({
  id: AnId,
  email: z.string().nullable().describe('null はQRコードだけの招待'),
  inviter: z.string(),
  expiresAt: Moment,
  expired: z.boolean(),
  ...Authority,
})

const MemberList = z.object({
  organisation: z.string(),
  mayManage: z.boolean().describe('メンバーを変えられる（責任者）'),
  members: z.array(Member),
  invitations: z.array(Invitation).describe('返事を待っている招待。責任者だけに見える'),
})

const ofMember = z.object({ id: IdOf<'membership'>('メンバー') })

const ofInvitation = z.object({ id: IdOf<'invitation'>('招待') })

const refusedMember = (...codes: MemberRefusal[]) => refusals(codes, memberRefusalText)

const Kitchen = z.object({
  id: AnId,
  version: Count.describe('変えるときに、見た版として送る'),
  name: z.string(),
  postalCode: z.string(),
  prefectureCode: z.string().describe('都道府県コード 01〜47'),
  city: z.string(),
  street: z.string(),
  building: z.string(),
  phone: z.string(),
  receivingWeekdays: z.array(z.int()).describe('受け取れる曜日。0 は日曜'),
  slot: Slot,
  receivingNote: z.string(),
})

const KitchenIn = {
  name: Text(1, 60),
  postalCode: Text(7, 20),
  prefectureCode: Text(2, 2),
  city: Text(1, 60),
  street: Text(1, 120),
  building: Text(0, 60).default(''),
  phone: Text(1, 20),
  receivingWeekdays: z.array(z.int().min(0).max(6)).min(1, '受け取れる曜日をえらんでください。').max(7),
  slot: z.enum(slots, { error: `${slots.join('、')} のどれかを入れてください。` }).default('am'),
  receivingNote: Text(0, 200).default(''),
}

const kitchenExample = {
  name: '飯田橋店',
  postalCode: '1020072',
  prefectureCode: '13',
  city: '千代田区',
  street: '飯田橋4-9-3',
  phone: '03-3261-1111',
  receivingWeekdays: [1, 2, 3, 4, 5],
  slot: 'am',
}

const version = z.coerce.number({ error: 'version は整数です。' }).int('version は整数です。')

const ofKitchen = z.object({ id: IdOf<'kitchen'>('厨房') })

const ofClosure = ofKitchen.extend({ day: DayIn })

const refusedKitchen = (...codes: KitchenRefusal[]) => refusals(codes, (refusal) => kitchenRefusalText[refusal])

type Authority = {
  role: 'owner' | 'staff'
  rights?: string | undefined
  orderLimitYen?: Chosen['orderLimitYen'] | undefined
}
type Chosen = Parameters<typeof changeMember>[1]

/** The default is the least right: a helper who only reads; an omitted limit is no limit. */
const authorityIn = ({ role, rights = 'see', orderLimitYen = null }: Authority) => ({ role, rights, orderLimitYen })

export const membersOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/organisation/members',
    tag: members,
    scope: 'none',
    summary: 'メンバーと招待を見る',
    description: 'いま働いている店・農園のメンバー。招待は責任者だけに見えます。',
  })
    .output(MemberList)
    .handler(({ context: { ctx } }) => memberList(ctx)),
  change: endpoint('members', {
    method: 'PUT',
    path: '/organisation/members/{id}',
    tag: members,
    scope: 'none',
    summary: 'メンバーの権限を変える（責任者）',
    description: '次の操作から効きます。責任者がひとりもいなくなる変更はできません。10分以内のサインインが必要です。',
    example: { body: { role: 'staff', orderLimitYen: 30_000 } },
  })
    .errors(needsProof)
    .errors(refusedMember('last_owner'))
    .input(z.object({ params: ofMember, body: Body(AuthorityIn) }))
    .output(MemberList)
    .handler(async ({ context: { ctx }, input: { params, body } }) => {
      granted(await changeMember(ctx, { membershipId: params.id, ...authorityIn(body) }), memberRefusalText)
      return memberList(ctx)
    }),
  remove: endpoint('members', {
    method: 'DELETE',
    path: '/organisation/members/{id}',
    tag: members,
    scope: 'none',
    summary: 'メンバーから外す（責任者）',
    description: '次の操作から、この店・農園の人ではなくなります。10分以内のサインインが必要です。',
    successStatus: 204,
  })
    .errors(needsProof)
    .errors(refusedMember('last_owner'))
    .input(z.object({ params: ofMember }))
    .output(z.void())
    .handler(async ({ context: { ctx }, input: { params } }) => {
      granted(await removeMember(ctx, { membershipId: params.id }), memberRefusalText)
    }),
  invite: endpoint('members', {
    method: 'POST',
    path: '/organisation/invitations',
    tag: members,
    scope: 'none',
    summary: 'メンバーを招待する（責任者）',
    description: '招待のメールを送ります。7日のあいだ使えます。10分以内のサインインが必要です。',
    successStatus: 201,
    example: {
      body: { email: 'souschef@example.jp', role: 'staff', orderLimitYen: 30_000 },
      answer: { id: '0193c0de-0000-7000-8000-000000000009' },
    },
  })
    .errors(needsKey)
    .errors(needsProof)
    .errors(refusedMember('already_member', 'already_invited', 'too_many_invitations', 'too_many_tries', 'key_reused'))
    .input(z.object({ headers: KeyHeader, body: Body({ email: EmailIn, ...AuthorityIn }) }))
    .output(z.object({ id: AnId }))
    .handler(async ({ context: { ctx, ip, encryption }, input: { headers, body } }) => {
      const invitation = { key: headers['idempotency-key'], email: body.email, ...authorityIn(body) }
      return granted(await inviteMember(ctx, invitation, { encryption, ip }), memberRefusalText)
    }),
  resend: endpoint('members', {
    method: 'PUT',
    path: '/organisation/invitations/{id}',
    tag: members,
    scope: 'none',
    summary: '招待をもう一度送る（責任者）',
    description: '新しいリンクを送り、期限を7日先にします。前のリンクは使えなくなります。',
    example: { answer: { email: 'souschef@example.jp' } },
  })
    .errors(refusedMember('invitation_over', 'too_many_tries'))
    .input(z.object({ params: ofInvitation }))
    .output(z.object({ email: z.string() }))
    .handler(async ({ context: { ctx, ip, encryption }, input: { params } }) =>
      granted(await resendInvitation(ctx, params, { encryption, ip }), memberRefusalText),
    ),
  revoke: endpoint('members', {
    method: 'DELETE',
    path: '/organisation/invitations/{id}',
    tag: members,
    scope: 'none',
    summary: '招待を取り消す（責任者）',
    successStatus: 204,
  })
    .errors(refusedMember('invitation_over'))
    .input(z.object({ params: ofInvitation }))
    .output(z.void())
    .handler(async ({ context: { ctx }, input: { params } }) => {
      granted(await revokeInvitation(ctx, params), memberRefusalText)
    }),
}

export const kitchensOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/kitchens',
    tag: kitchens,
    scope: 'orders.read',
    summary: '厨房（届け先）の一覧',
    description: '自分の店の、あいている厨房。',
  })
    .output(z.object({ kitchens: z.array(Kitchen) }))
    .handler(async ({ context: { ctx } }) => ({
      kitchens: (await restaurantAccount(ctx)).kitchens.map(kitchenAnswer),
    })),
  one: endpoint('members', {
    method: 'GET',
    path: '/kitchens/{id}',
    tag: kitchens,
    scope: 'orders.read',
    summary: '厨房をくわしく見る',
    description: 'これからの臨時のお休みもふくみます。',
  })
    .input(z.object({ params: ofKitchen }))
    .output(Kitchen.extend({ closures: z.array(Day) }))
    .handler(({ context: { ctx }, input: { params } }) => oneKitchen(ctx, params.id)),
  add: endpoint('members', {
    method: 'POST',
    path: '/kitchens',
    tag: kitchens,
    scope: 'none',
    summary: '厨房を追加する（責任者）',
    successStatus: 201,
    example: { body: kitchenExample, answer: { id: '0193c0de-0000-7000-8000-00000000000a' } },
  })
    .errors(needsKey)
    .errors(refusedKitchen('too_many_kitchens', 'key_reused'))
    .input(z.object({ headers: KeyHeader, body: Body(KitchenIn) }))
    .output(z.object({ id: AnId }))
    .handler(async ({ context: { ctx }, input: { headers, body } }) => {
      const added = await addKitchen(ctx, { key: headers['idempotency-key'], typed: typedOf(body) })
      return grantedKitchen(added)
    }),
  save: endpoint('members', {
    method: 'PUT',
    path: '/kitchens/{id}',
    tag: kitchens,
    scope: 'none',
    summary: '厨房を変える（責任者）',
    description: '見た版を version に入れます。ほかの人が先に変えていたら、何も変わりません。',
    example: { body: { ...kitchenExample, version: 1 } },
  })
    .errors(refusedKitchen('changed_meanwhile'))
    .input(z.object({ params: ofKitchen, body: Body({ ...KitchenIn, version: z.int() }) }))
    .output(Kitchen.extend({ closures: z.array(Day) }))
    .handler(async ({ context: { ctx }, input: { params, body } }) => {
      grantedKitchen(await saveKitchen(ctx, { id: params.id, version: body.version, typed: typedOf(body) }))
      return oneKitchen(ctx, params.id)
    }),
  close: endpoint('members', {
    method: 'DELETE',
    path: '/kitchens/{id}',
    tag: kitchens,
    scope: 'none',
    summary: '厨房を閉める（責任者）',
    description: 'もとにもどせません。届く注文があるあいだと、最後のひとつは閉められません。',
    successStatus: 204,
  })
    .errors(refusedKitchen('changed_meanwhile', 'last_kitchen', 'open_orders'))
    .input(z.object({ params: ofKitchen, query: z.object({ version }) }))
    .output(z.void())
    .handler(async ({ context: { ctx }, input: { params, query } }) => {
      grantedKitchen(await closeKitchen(ctx, { id: params.id, version: query.version }))
    }),
  dayOff: endpoint('members', {
    method: 'PUT',
    path: '/kitchens/{id}/closures/{day}',
    tag: kitchens,
    scope: 'none',
    summary: '臨時のお休みを入れる（責任者）',
    description: 'その日は、お届け日に出なくなります。',
    successStatus: 204,
  })
    .input(z.object({ params: ofClosure }))
    .output(z.void())
    .handler(({ context: { ctx }, input: { params } }) => addClosure(ctx, params)),
  dayOn: endpoint('members', {
    method: 'DELETE',
    path: '/kitchens/{id}/closures/{day}',
    tag: kitchens,
    scope: 'none',
    summary: '臨時のお休みを取り消す（責任者）',
    successStatus: 204,
  })
    .input(z.object({ params: ofClosure }))
    .output(z.void())
    .handler(({ context: { ctx }, input: { params } }) => removeClosure(ctx, params)),
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
