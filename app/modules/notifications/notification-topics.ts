import { type NotificationTopic, notificationTopicNames, type RingingChannel } from '#kernel/notification-enums.ts'

type KindOfNotification = {
  /** The label in the settings. */
  word: string
  help: string
  /** What a user needs to trade is always delivered; everything else can be turned off. */
  needed: boolean
  /** The channels used by default. */
  rings: readonly RingingChannel[]
  /** Not held back until the morning. */
  urgent?: true
  /** Which side it concerns; null for both. */
  side: 'restaurant' | 'farm' | null
}

export const notificationTopics: Record<NotificationTopic, KindOfNotification> = {
  question: {
    word: '返事がいるもの',
    help: '新しい注文、変更の相談、店内の承認など、時刻までに答えるもの。',
    needed: true,
    rings: ['push', 'line', 'sms', 'fax'],
    side: null,
  },
  order: {
    word: '注文と配送',
    help: '受注の確定、変更、取り消し、発送など。',
    needed: true,
    rings: ['push', 'line', 'fax'],
    side: null,
  },
  message: {
    word: 'チャット',
    help: '相手からのメッセージを、しばらく読んでいないとき。',
    needed: false,
    rings: ['push', 'line'],
    side: null,
  },
  claim: {
    word: '届いた品の申し出',
    help: '申し出と、その返事や決まり。',
    needed: true,
    rings: ['push', 'line'],
    side: null,
  },
  recall: {
    word: '回収のお願い',
    help: '届いた品のロットについて、農園や運営からの急ぎの連絡。夜でも鳴ります。',
    needed: true,
    urgent: true,
    rings: ['push', 'line', 'sms', 'fax'],
    side: null,
  },
  request: {
    word: 'リクエスト',
    help: '探している食材への返事や、あなたの農園で出せそうな食材。',
    needed: false,
    rings: ['push', 'line'],
    side: null,
  },
  review: {
    word: '評価',
    help: '評価を書けるとき、評価が公開されたとき、返事がついたとき。',
    needed: false,
    rings: ['push'],
    side: null,
  },
  standing: {
    word: '自動の注文',
    help: '前の日の確認と、注文した結果。',
    needed: true,
    rings: ['push', 'line'],
    side: 'restaurant',
  },
  inquiry: {
    word: 'お問い合わせの返事',
    help: '運営からの返事。',
    needed: true,
    rings: ['push', 'line'],
    side: null,
  },
  account: {
    word: '登録・書類・メンバー',
    help: '承認の結果、書類の期限、商品の確認、メンバーの参加など。',
    needed: true,
    rings: ['push'],
    side: null,
  },
  security: {
    word: 'アカウントの安全',
    help: '運営が受け付けたメールアドレスの変更や二段階確認のリセットの予告。夜間も通知します。',
    needed: true,
    urgent: true,
    rings: ['push', 'line', 'sms'],
    side: null,
  },
  reminder: {
    word: '忘れないためのお知らせ',
    help: 'かごに品があるときの締切2時間前、お休みの前の日など。',
    needed: false,
    rings: ['push', 'line'],
    side: null,
  },
  price: {
    word: '値段',
    help: 'いつもの商品の値段が変わるとき、あなたの店だけの価格が決まったとき。',
    needed: false,
    rings: ['push'],
    side: 'restaurant',
  },
  watch: {
    word: '入荷と値下がり',
    help: '「入荷を知らせる」などで頼んだもの。',
    needed: false,
    rings: ['push', 'line'],
    side: 'restaurant',
  },
  announcement: {
    word: '運営からのお知らせ',
    help: 'お休みや新しい使い方など。画面の「お知らせ」ではいつでも読めます。',
    needed: false,
    rings: [],
    side: null,
  },
}

/** The kinds that a user of this side can receive; without a side all of them. */
export const kindsFor = (side: 'restaurant' | 'farm' | null): NotificationTopic[] =>
  notificationTopicNames.filter((kind) => side === null || (notificationTopics[kind].side ?? side) === side)
