import type { Side } from '#kernel/enums.ts'

/** What an integration's token may do, as named in the API contract. */
export const scopes = [
  'catalog.read',
  'favourites.write',
  'cart.read',
  'cart.write',
  'orders.read',
  'orders.write',
  'shipments.write',
  'receipts.write',
  'goods.write',
  'talk.read',
  'talk.write',
  'notices.read',
  'lots.read',
  'recalls.write',
  'reviews.write',
  'requests.read',
  'requests.write',
] as const
export type Scope = (typeof scopes)[number]

type ScopeWords = { title: string; help: string; sides: readonly Side[] }

/** The wording for users who grant them; `sides`: which organisations a scope concerns. */
export const scopeWords: Record<Scope, ScopeWords> = {
  'catalog.read': { title: '商品と農園の閲覧', help: '商品の検索、価格、農園の紹介', sides: ['restaurant', 'farm'] },
  'favourites.write': { title: 'お気に入りの変更', help: '商品と農園のお気に入り、お知らせ', sides: ['restaurant'] },
  'cart.read': { title: 'かごを見る', help: 'かごの商品と金額', sides: ['restaurant'] },
  'cart.write': { title: 'かごの変更', help: '商品の追加、数量の変更', sides: ['restaurant'] },
  'orders.read': { title: '注文の閲覧', help: '注文と出荷の一覧、明細、履歴', sides: ['restaurant', 'farm'] },
  'orders.write': {
    title: '注文・回答・キャンセル',
    help: '飲食店は注文とキャンセル、農園は受注または辞退の回答',
    sides: ['restaurant', 'farm'],
  },
  'shipments.write': { title: '出荷の登録', help: '箱詰め、実重量、送り状番号', sides: ['farm'] },
  'goods.write': {
    title: '商品の掲載・変更',
    help: '商品の説明、在庫、価格、写真。在庫管理ソフトからの数量の一括登録',
    sides: ['farm'],
  },
  'talk.read': {
    title: 'メッセージの閲覧',
    help: '取引先とのメッセージ、新しい出来事の受信',
    sides: ['restaurant', 'farm'],
  },
  'talk.write': {
    title: 'メッセージの送信',
    help: '取引先へのメッセージの送信と既読',
    sides: ['restaurant', 'farm'],
  },
  'notices.read': {
    title: 'お知らせの閲覧',
    help: '受信したお知らせと既読、Webhookの送信履歴',
    sides: ['restaurant', 'farm'],
  },
  'lots.read': {
    title: 'ロットと回収の閲覧',
    help: '収穫分ごとのお届け先、回収の進捗',
    sides: ['restaurant', 'farm'],
  },
  'recalls.write': {
    title: '回収の開始・回答',
    help: '農園は回収と訓練、飲食店はその回答',
    sides: ['restaurant', 'farm'],
  },
  'reviews.write': { title: '評価の投稿', help: '完了した注文の評価と、農園の返信', sides: ['restaurant', 'farm'] },
  'requests.read': {
    title: 'リクエストの閲覧',
    help: '飲食店は自店のリクエストと提案、農園は届いたリクエストと料理人が探している食材',
    sides: ['restaurant', 'farm'],
  },
  'requests.write': {
    title: 'リクエスト・提案',
    help: '飲食店はリクエスト・取り下げ・提案からの注文、農園は提案',
    sides: ['restaurant', 'farm'],
  },
  'receipts.write': { title: '検収の登録', help: '受け取った数量と状態', sides: ['restaurant'] },
}

export const scopesOf = (side: Side): Scope[] => scopes.filter((scope) => scopeWords[scope].sides.includes(side))

export const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

/** How long a token may live, in days. */
export const tokenLives = [30, 90, 365] as const

export const mostApiTokens = 10
