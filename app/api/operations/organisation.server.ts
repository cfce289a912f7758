import { z } from 'zod'
import { endpoint, needsKey, needsProof, refusals } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { granted } from '#api/problems.server.ts'
import { AnId, Count, Day, Moment, Yen } from '#api/schemas/shapes.ts'
import { helperRights, memberRoles } from '#kernel/enums.ts'
import { Body, EmailIn, IdOf, KeyHeader, Slot } from '#kernel/schema.ts'
import { changeMember, removeMember } from '#modules/organisations/members/change-member.server.ts'
import {
  inviteMember,
  resendInvitation,
  revokeInvitation,
} from '#modules/organisations/members/invite-member.server.ts'
import { memberList } from '#modules/organisations/members/member-list.server.ts'
import {
  addClosure,
  addKitchen,
  closeKitchen,
  ownKitchen,
  removeClosure,
  saveKitchen,
} from '#modules/organisations/restaurant/kitchen.server.ts'
import { restaurantAccount } from '#modules/organisations/restaurant/restaurant-account.server.ts'

const members = 'メンバー'

const kitchens = '厨房'

const Role = z.enum(memberRoles).describe('owner：責任者／staff：スタッフ、家族・手伝いの人')

const Rights = z.enum(helperRights).describe('農園の手伝いの人ができること。see：見る／pack：箱づめ／all：ぜんぶ')

const Limit = Yen.nullable().describe('店のスタッフが一度に注文できる上限（税込み）。null は上限なし')

const Authority = { role: Role, rights: Rights, orderLimitYen: Limit }

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

const ofInvitation = z.object({ id: IdOf<'invitation'>('招待') })

const inviting = inviteMember.declaration
const resending = resendInvitation.declaration

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

const OneKitchen = Kitchen.extend({ closures: z.array(Day) })

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

const closure = {
  successStatus: 204,
  params: { id: 'id', day: 'day' },
  output: z.void(),
  answer: () => {},
} as const

const closing = closeKitchen.declaration.refusals

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
  change: operation(changeMember, {
    method: 'PUT',
    path: '/organisation/members/{id}',
    tag: members,
    scope: 'none',
    proof: true,
    summary: 'メンバーの権限を変える（責任者）',
    description: '次の操作から効きます。責任者がひとりもいなくなる変更はできません。10分以内のサインインが必要です。',
    example: { body: { role: 'staff', orderLimitYen: 30_000 } },
    params: { id: 'membershipId' },
    output: MemberList,
    answer: ({ ctx }) => memberList(ctx),
  }),
  remove: operation(removeMember, {
    method: 'DELETE',
    path: '/organisation/members/{id}',
    tag: members,
    scope: 'none',
    proof: true,
    summary: 'メンバーから外す（責任者）',
    description: '次の操作から、この店・農園の人ではなくなります。10分以内のサインインが必要です。',
    successStatus: 204,
    params: { id: 'membershipId' },
    output: z.void(),
    answer: () => {},
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
    .errors(refusals(inviting.refusals.codes, inviting.refusals.text))
    .input(z.object({ headers: KeyHeader, body: Body({ ...inviting.input, email: EmailIn }) }))
    .output(z.object({ id: AnId }))
    .handler(async ({ context: { ctx, ip, encryption }, input: { headers, body } }) => {
      const invitation = { ...body, key: headers['idempotency-key'] }
      return granted(await inviteMember(ctx, invitation, { encryption, ip }), inviting.refusals.text)
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
    .errors(refusals(resending.refusals.codes, resending.refusals.text))
    .input(z.object({ params: ofInvitation }))
    .output(z.object({ email: z.string() }))
    .handler(async ({ context: { ctx, ip, encryption }, input: { params } }) =>
      granted(await resendInvitation(ctx, params, { encryption, ip }), resending.refusals.text),
    ),
  revoke: operation(revokeInvitation, {
    method: 'DELETE',
    path: '/organisation/invitations/{id}',
    tag: members,
    scope: 'none',
    summary: '招待を取り消す（責任者）',
    successStatus: 204,
    params: { id: 'id' },
    output: z.void(),
    answer: () => {},
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
    .handler(async ({ context: { ctx } }) => ({ kitchens: (await restaurantAccount(ctx)).kitchens })),
  one: endpoint('members', {
    method: 'GET',
    path: '/kitchens/{id}',
    tag: kitchens,
    scope: 'orders.read',
    summary: '厨房をくわしく見る',
    description: 'これからの臨時のお休みもふくみます。',
  })
    .input(z.object({ params: ofKitchen }))
    .output(OneKitchen)
    .handler(({ context: { ctx }, input: { params } }) => ownKitchen(ctx, params.id)),
  add: operation(addKitchen, {
    path: '/kitchens',
    tag: kitchens,
    scope: 'none',
    summary: '厨房を追加する（責任者）',
    successStatus: 201,
    example: { body: kitchenExample, answer: { id: '0193c0de-0000-7000-8000-00000000000a' } },
    without: ['town'],
    output: z.object({ id: AnId }),
    answer: (_, __, added) => added,
  }),
  save: operation(saveKitchen, {
    method: 'PUT',
    path: '/kitchens/{id}',
    tag: kitchens,
    scope: 'none',
    summary: '厨房を変える（責任者）',
    description: '見た版を version に入れます。ほかの人が先に変えていたら、何も変わりません。',
    example: { body: { ...kitchenExample, version: 1 } },
    params: { id: 'id' },
    without: ['town'],
    output: OneKitchen,
    answer: ({ ctx }, { id }) => ownKitchen(ctx, id),
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
    .errors(refusals(closing.codes, closing.text))
    .input(z.object({ params: ofKitchen, query: z.object({ version }) }))
    .output(z.void())
    .handler(async ({ context: { ctx }, input: { params, query } }) => {
      granted(await closeKitchen(ctx, { id: params.id, version: query.version }), closing.text)
    }),
  dayOff: operation(addClosure, {
    method: 'PUT',
    path: '/kitchens/{id}/closures/{day}',
    tag: kitchens,
    scope: 'none',
    summary: '臨時のお休みを入れる（責任者）',
    description: 'その日は、お届け日に出なくなります。',
    ...closure,
  }),
  dayOn: operation(removeClosure, {
    method: 'DELETE',
    path: '/kitchens/{id}/closures/{day}',
    tag: kitchens,
    scope: 'none',
    summary: '臨時のお休みを取り消す（責任者）',
    ...closure,
  }),
}
