import type { HelperRights, MemberRole, Side } from '#kernel/enums.ts'
import { formatYen } from '#kernel/format.ts'
import type { Yen } from '#kernel/yen.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'

/**
 * What a member may do. A limit is a restaurant's, rights and whether they see money are a farm's; owners have neither,
 * and see everything.
 */
export type Authority = { role: MemberRole; rights: HelperRights; seesMoney: boolean; orderLimitYen: Yen | null }

/** The names of the roles on each side. */
export const roleWord: Record<Side, Record<MemberRole, string>> = {
  restaurant: { owner: '店長（責任者）', staff: 'スタッフ' },
  farm: { owner: '農園主（責任者）', staff: '家族・スタッフ' },
}

export const roleHelp: Record<Side, Record<MemberRole, string>> = {
  restaurant: { owner: 'メンバーと飲食店の情報も変更可能', staff: '注文と受け取りが可能' },
  farm: { owner: 'メンバーと農園の情報も変更可能', staff: '権限を下で選択' },
}

export const rightsWord: Record<HelperRights, string> = { see: '閲覧のみ', pack: '箱詰め', all: 'すべて' }
export const rightsHelp: Record<HelperRights, string> = {
  see: '注文の閲覧のみ可能',
  pack: '箱詰めと出荷まで可能。受注の可否は決定不可',
  all: '受注と辞退も可能',
}

/** A member's permissions in one line: 「スタッフ・一度に¥30,000まで」. */
export function authorityText(side: Side, { role, rights, seesMoney, orderLimitYen }: Authority): string {
  const word = roleWord[side][role]
  if (role === 'owner') return word
  if (side === 'farm') return `${word}・${rightsWord[rights]}${seesMoney ? '・金額の閲覧可' : ''}`
  return `${word}・${orderLimitYen === null ? '注文の上限なし' : `一度に${formatYen(orderLimitYen)}まで`}`
}

type Chosen = Omit<Authority, 'seesMoney'> & { seesMoney?: boolean | undefined }

/** What was chosen, without what does not apply to the role. */
export function authorityOf(side: Side, chosen: Chosen): Authority {
  const { role, orderLimitYen } = chosen
  if (role === 'owner') return { role, rights: 'all', seesMoney: false, orderLimitYen: null }
  if (side === 'restaurant') return { role, rights: 'all', seesMoney: false, orderLimitYen }
  return { role, rights: chosen.rights, seesMoney: chosen.seesMoney ?? false, orderLimitYen: null }
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
  last_owner: '責任者がいなくなります。先に、他のメンバーを責任者に設定してください。',
  already_member: 'すでにメンバーとして登録されています。',
  already_invited: 'このメールアドレスには、すでに招待を送信しています。下の一覧から再送できます。',
  too_many_invitations: '回答待ちの招待が上限（20件）に達しています。不要な招待を取り消してください。',
  too_many_tries: '短時間に送信した回数が多すぎます。しばらくしてから、もう一度お試しください。',
  invitation_over: 'この招待は、使用済みか、取り消されています。',
  key_reused: '画面を開き直して、もう一度お試しください。',
}

export const memberRefusalText = (refusal: MemberRefusal): string => sentence[refusal]

/** How a use case about members may refuse (audit-log/use-case.server.ts). */
export const memberRefusals = <R extends MemberRefusal>(...codes: R[]) => ({ codes, text: memberRefusalText })

/** Days for which an invitation is valid. */
export const invitationDays = 7
export const mostInvitations = 20
