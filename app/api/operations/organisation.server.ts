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

const kitchens = '店舗'

const Role = z.enum(memberRoles).describe('owner：責任者／staff：飲食店のスタッフ、農園の家族・スタッフ')

const Rights = z.enum(helperRights).describe('農園の家族・スタッフの権限。see：閲覧のみ／pack：箱詰め／all：すべて')

const Limit = Yen.nullable().describe('飲食店のスタッフが1回に注文できる上限額（税込）。null は上限なし')

const SeesMoney = z
  .boolean()
  .describe('農園の家族・スタッフに、受注の金額・手数料・手取額を表示するか。農園主には常に表示されます')

const Authority = { role: Role, rights: Rights, seesMoney: SeesMoney, orderLimitYen: Limit }

const Member = z.object({
  id: AnId,
  name: z.string(),
  email: z.string(),
  self: z.boolean().describe('呼び出した本人'),
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
  mayManage: z.boolean().describe('メンバーを変更できる（責任者）'),
  members: z.array(Member),
  invitations: z.array(Invitation).describe('回答待ちの招待。責任者のみに表示'),
})

const ofInvitation = z.object({ id: IdOf<'invitation'>('招待') })

const inviting = inviteMember.declaration
const resending = resendInvitation.declaration

const Kitchen = z.object({
  id: AnId,
  version: Count.describe('変更時に、確認した版として指定する'),
  name: z.string(),
  postalCode: z.string(),
  prefectureCode: z.string().describe('都道府県コード 01〜47'),
  city: z.string(),
  street: z.string(),
  building: z.string(),
  phone: z.string(),
  receivingWeekdays: z.array(z.int()).describe('受取曜日。0 は日曜'),
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

const version = z.coerce
  .number({ error: 'version は整数で指定してください。' })
  .int('version は整数で指定してください。')

const ofKitchen = z.object({ id: IdOf<'kitchen'>('店舗') })

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
    summary: 'メンバーと招待を取得する',
    description: '所属する飲食店・農園のメンバーを返します。招待は責任者のみに返します。',
  })
    .output(MemberList)
    .handler(({ context: { ctx } }) => memberList(ctx)),
  change: operation(changeMember, {
    method: 'PUT',
    path: '/organisation/members/{id}',
    tag: members,
    scope: 'none',
    proof: true,
    summary: 'メンバーの権限を変更する（責任者）',
    description: '次の操作から適用されます。責任者がいなくなる変更はできません。10分以内のサインインが必要です。',
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
    summary: 'メンバーから削除する（責任者）',
    description: '次の操作から、この飲食店・農園のメンバーではなくなります。10分以内のサインインが必要です。',
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
    description: '招待メールを送信します。有効期限は7日です。10分以内のサインインが必要です。',
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
    summary: '招待を再送する（責任者）',
    description: '新しいリンクを送信し、期限を7日後に延長します。前のリンクは使用できなくなります。',
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
    summary: '店舗（お届け先）の一覧',
    description: '自分の飲食店の、閉鎖していない店舗。',
  })
    .output(z.object({ kitchens: z.array(Kitchen) }))
    .handler(async ({ context: { ctx } }) => ({ kitchens: (await restaurantAccount(ctx)).kitchens })),
  one: endpoint('members', {
    method: 'GET',
    path: '/kitchens/{id}',
    tag: kitchens,
    scope: 'orders.read',
    summary: '店舗の詳細を取得する',
    description: '今後の臨時休業日も含みます。',
  })
    .input(z.object({ params: ofKitchen }))
    .output(OneKitchen)
    .handler(({ context: { ctx }, input: { params } }) => ownKitchen(ctx, params.id)),
  add: operation(addKitchen, {
    path: '/kitchens',
    tag: kitchens,
    scope: 'none',
    summary: '店舗を追加する（責任者）',
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
    summary: '店舗を変更する（責任者）',
    description: '確認した版を version に指定します。他のメンバーが先に変更していた場合は、何も変更されません。',
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
    summary: '店舗を閉鎖する（責任者）',
    description: '元に戻せません。届く予定の注文がある間と、最後の1店舗は閉鎖できません。',
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
    summary: '臨時休業日を登録する（責任者）',
    description: 'その日は、お届け日として選択できなくなります。',
    // several days are as many calls
    without: ['to'],
    ...closure,
  }),
  dayOn: operation(removeClosure, {
    method: 'DELETE',
    path: '/kitchens/{id}/closures/{day}',
    tag: kitchens,
    scope: 'none',
    summary: '臨時休業日を取り消す（責任者）',
    ...closure,
  }),
}
