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
  'catalog.read': { title: '品と農園を見る', help: '商品の検索、値段、農園の紹介', sides: ['restaurant', 'farm'] },
  'favourites.write': { title: 'お気に入りを変える', help: '品と農園のお気に入り、お知らせ', sides: ['restaurant'] },
  'cart.read': { title: 'かごを見る', help: '入っている品と金額', sides: ['restaurant'] },
  'cart.write': { title: 'かごを変える', help: '品を入れる、数を変える', sides: ['restaurant'] },
  'orders.read': { title: '注文を見る', help: '注文と出荷の一覧、明細、いきさつ', sides: ['restaurant', 'farm'] },
  'orders.write': {
    title: '注文する・答える・取り消す',
    help: '店は注文と取り消し、農園は受けるかどうかの返事',
    sides: ['restaurant', 'farm'],
  },
  'shipments.write': { title: '出荷を記録する', help: '箱づめ、重さ、送り状番号', sides: ['farm'] },
  'goods.write': {
    title: '商品を出す・変える',
    help: '商品の説明、在庫、値段、写真。在庫管理ソフトから、まとめて数を入れる',
    sides: ['farm'],
  },
  'talk.read': {
    title: 'メッセージを読む',
    help: '相手とのやりとり、新しい出来事の受け取り',
    sides: ['restaurant', 'farm'],
  },
  'talk.write': {
    title: 'メッセージを送る',
    help: '相手へのメッセージと、読んだしるし',
    sides: ['restaurant', 'farm'],
  },
  'notices.read': {
    title: 'お知らせを見る',
    help: '届いたお知らせと、読んだしるし。Webhookの送った記録',
    sides: ['restaurant', 'farm'],
  },
  'lots.read': {
    title: 'ロットと回収を見る',
    help: 'どの収穫分がどこへ届いたか、回収の進みぐあい',
    sides: ['restaurant', 'farm'],
  },
  'recalls.write': {
    title: '回収をはじめる・答える',
    help: '農園は回収と訓練、店はその返事',
    sides: ['restaurant', 'farm'],
  },
  'reviews.write': { title: '評価を書く', help: '終わった注文の評価と、農園の返事', sides: ['restaurant', 'farm'] },
  'requests.read': {
    title: 'リクエストを見る',
    help: '店は自分のリクエストと返事、農園は届いたリクエストと、料理人が探しているもの',
    sides: ['restaurant', 'farm'],
  },
  'requests.write': {
    title: 'リクエストする・答える',
    help: '店はリクエスト・取り下げ・返事からの注文、農園は返事',
    sides: ['restaurant', 'farm'],
  },
  'receipts.write': { title: '検収を記録する', help: '届いた数と状態', sides: ['restaurant'] },
}

export const scopesOf = (side: Side): Scope[] => scopes.filter((scope) => scopeWords[scope].sides.includes(side))

export const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

/** How long a token may live, in days. */
export const tokenLives = [30, 90, 365] as const

export const mostApiTokens = 10
