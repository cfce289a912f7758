import type { HelperRights, MemberRole, Side } from '#kernel/enums.ts'
import { formatYen } from '#kernel/format.ts'
import type { Yen } from '#kernel/yen.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'

/** What a member may do. A limit is a restaurant's, rights are a farm's; owners have neither. */
export type Authority = { role: MemberRole; rights: HelperRights; orderLimitYen: Yen | null }

/** The names of the roles on each side. */
export const roleWord: Record<Side, Record<MemberRole, string>> = {
  restaurant: { owner: '店長（責任者）', staff: 'スタッフ' },
  farm: { owner: '農園主（責任者）', staff: '家族・手伝いの人' },
}

export const roleHelp: Record<Side, Record<MemberRole, string>> = {
  restaurant: { owner: 'メンバーや店の情報も変えられる', staff: '注文と受け取り' },
  farm: { owner: 'メンバーや農園の情報も変えられる', staff: 'できることを下でえらぶ' },
}

export const rightsWord: Record<HelperRights, string> = { see: '見る', pack: '箱づめ', all: 'ぜんぶ' }
export const rightsHelp: Record<HelperRights, string> = {
  see: '注文を見るだけ',
  pack: '箱づめと発送まで。受けるかどうかは決めない',
  all: '注文を受ける・ことわるのも',
}

/** A member's permissions in one line: 「スタッフ・一度に30,000円まで」. */
export function authorityText(side: Side, { role, rights, orderLimitYen }: Authority): string {
  const word = roleWord[side][role]
  if (role === 'owner') return word
  if (side === 'farm') return `${word}・${rightsWord[rights]}`
  return `${word}・${orderLimitYen === null ? '注文の上限なし' : `一度に${formatYen(orderLimitYen)}まで`}`
}

/** What was chosen, without what does not apply to the role. */
export function authorityOf(
  side: Side,
  chosen: { role: MemberRole; rights: HelperRights; orderLimitYen: Yen | null },
): Authority {
  const { role, orderLimitYen } = chosen
  if (role === 'owner') return { role, rights: 'all', orderLimitYen: null }
  if (side === 'restaurant') return { role, rights: 'all', orderLimitYen }
  return { role, rights: chosen.rights, orderLimitYen: null }
}

export type MemberRefusal =
  | 'last_owner'
  | 'already_member'
  | 'already_invited'
  | 'too_many_invitations'
  | 'too_many_tries'
  | 'invitation_over'
  | IdempotencyRefusal

const sentence: Record<MemberRefusal, string> = {
  last_owner: '責任者がひとりもいなくなります。先に、ほかの人を責任者にしてください。',
  already_member: 'この人は、もうメンバーです。',
  already_invited: 'このアドレスには、もう招待を送っています。下の一覧から、もう一度送れます。',
  too_many_invitations: '返事を待っている招待が多すぎます（20件まで）。いらない招待を取り消してください。',
  too_many_tries: 'つづけて送りすぎました。しばらく待ってから、もう一度お試しください。',
  invitation_over: 'この招待は、もう使われたか、取り消されています。',
  key_reused: '画面を開き直して、もう一度お試しください。',
}

export const memberRefusalText = (refusal: MemberRefusal): string => sentence[refusal]

/** How a use case about members may refuse (audit-log/use-case.server.ts). */
export const memberRefusals = <R extends MemberRefusal>(...codes: R[]) => ({ codes, text: memberRefusalText })

/** Days for which an invitation is valid. */
export const invitationDays = 7
export const mostInvitations = 20
