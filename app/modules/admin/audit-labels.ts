import type { CsvCell } from '#kernel/csv.ts'
import { type ActorKind, inquiryStates, orderStates, orgStatuses } from '#kernel/enums.ts'
import { formatTime } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { eventWord } from '#modules/audit-log/event-labels.ts'
import { stateWord } from '#modules/ordering/order-labels.ts'
import { orgStatusWord } from '#modules/organisations/application-process.ts'
import { inquiryStateWord } from '#modules/support/inquiry.ts'
import type { AuditRow } from './audit.server.ts'

export const actorKindWord: Record<ActorKind, string> = {
  buyer: '飲食店',
  buyer_approver: '飲食店（承認者）',
  farm: '生産者',
  staff: '運営',
  system: '自動',
  carrier: '配送会社',
  instruction: '事前の指示',
  person: '会員',
  visitor: 'ゲスト',
}

export const subjectWord: Record<AuditRow['about'][number]['of'], string> = {
  person: '利用者',
  admin: '担当者',
  farm: '農園',
  restaurant: '飲食店',
  order: '注文',
  inquiry: 'お問い合わせ',
  document: '書類',
}

/** A state of an order, an inquiry or an application, whichever the event is about. */
export function stateText(row: Pick<AuditRow, 'kind'>, state: string): string {
  if (row.kind.startsWith('inquiry_')) {
    const known = inquiryStates.find((it) => it === state)
    if (known) return inquiryStateWord[known]
  }
  if (row.kind.startsWith('organisation_')) {
    const known = orgStatuses.find((it) => it === state)
    if (known) return orgStatusWord[known]
  }
  const known = orderStates.find((it) => it === state)
  return known ? stateWord[known] : state
}

/** 承認待ち → 承認済み; empty without a from or to state. */
export function passage(row: Pick<AuditRow, 'kind' | 'fromState' | 'toState'>): string {
  const [from, to] = [row.fromState, row.toState].map((state) => state && stateText(row, state))
  if (from && to) return `${from} → ${to}`
  return from || to || ''
}

/** A value of `data` in readable form. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '（なし）'
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

export type Detail = { what: string; before: string | null; after: string }

/** What `data` holds, field by field: with `before` and `after` only what differs. */
export function detailsOf(data: Record<string, unknown>): Detail[] {
  const { before, after, ...others } = data
  const changed = isRecord(after) ? fieldsOf(isRecord(before) ? before : null, after) : []
  const rest = Object.entries(others).map(([what, value]) => ({ what, before: null, after: valueText(value) }))
  return [...changed, ...rest]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fieldsOf(before: Record<string, unknown> | null, after: Record<string, unknown>): Detail[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])]
  return names.flatMap((what) => {
    const [was, is] = [valueText(before?.[what]), valueText(after[what])]
    if (before && was === is) return []
    return [{ what, before: before && was, after: is }]
  })
}

/** Labels of the fields of `data`; a field without a label is shown by its name. */
const fieldWords = new Map<string, string>(
  Object.entries({
    name: '名前',
    kana: 'フリガナ',
    legalName: '正式名称',
    representative: '代表者',
    representativeKana: '代表者のフリガナ',
    phone: '電話番号',
    email: 'メールアドレス',
    postalCode: '郵便番号',
    prefectureCode: '都道府県',
    city: '市区町村',
    street: '番地',
    building: '建物',
    registrationNumber: '登録番号',
    partyType: '個人・法人',
    goodsKinds: '販売品目',
    goods: '商品',
    expiresOn: '有効期限',
    issuedOn: '交付日',
    authority: '交付機関',
    holder: '名義',
    names: '照会した名前',
    result: '結果',
    source: '照会先',
    checkedOn: '照会日',
    businessType: '業態',
    text: '本文',
    kind: '種類',
    title: '見出し',
    body: '本文',
    audience: '対象',
    byMail: 'メール',
    startsAt: '開始',
    endsAt: '終了',
    slug: 'ページ',
    number: '版',
    carrier: '配送会社',
    effectiveOn: '発効日',
    way: 'お届け方法',
    wayId: 'お届け方法のID',
    material: '重要な変更',
    assignedTo: '担当',
    count: '件数',
    change: '変更の種類',
    proof: '本人確認の方法',
    sessions: '端末数',
    open: '未確認の項目',
    from: '変更前',
    to: '変更後',
    ordered: '注文数量',
    stated: '回答数量',
    confirmed: '確定数量',
    shipped: '出荷数量',
    received: '検収数量',
    trackingNumbers: '送り状番号',
    now: '変更後',
  }),
)
export const fieldWord = (name: string): string => fieldWords.get(name) ?? name

export const auditCsvHead = ['日', '時刻', '操作者', '立場', '操作', '対象', '変更前 → 変更後', '理由', '内容'] as const

export const auditCsvCells = (row: AuditRow): CsvCell[] => [
  jstDateOf(row.at),
  formatTime(row.at),
  row.actorName,
  actorKindWord[row.actorKind],
  eventWord(row.kind),
  row.about.map(({ of, name }) => `${subjectWord[of]} ${name}`).join('、'),
  passage(row),
  row.reason,
  Object.keys(row.data).length > 0 ? JSON.stringify(row.data) : null,
]
