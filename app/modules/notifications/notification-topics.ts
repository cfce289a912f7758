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
    word: '回答が必要なお知らせ',
    help: '新しい注文、変更依頼、店内の承認など、期限までに回答が必要なもの。',
    needed: true,
    rings: ['push', 'line', 'sms', 'fax'],
    side: null,
  },
  order: {
    word: '注文と配送',
    help: '受注確定、変更、キャンセル、出荷など。',
    needed: true,
    rings: ['push', 'line', 'fax'],
    side: null,
  },
  message: {
    word: 'チャット',
    help: '相手からのメッセージが、しばらく未読の場合。',
    needed: false,
    rings: ['push', 'line'],
    side: null,
  },
  claim: {
    word: '不良・欠品の報告',
    help: '不良・欠品の報告と、その回答や決定。',
    needed: true,
    rings: ['push', 'line'],
    side: null,
  },
  recall: {
    word: '回収のお願い',
    help: '届いた商品のロットについて、農園や運営からの緊急の連絡。夜間も通知します。',
    needed: true,
    urgent: true,
    rings: ['push', 'line', 'sms', 'fax'],
    side: null,
  },
  request: {
    word: 'リクエスト',
    help: '探している食材への回答や、貴農園で出荷できそうな食材。',
    needed: false,
    rings: ['push', 'line'],
    side: null,
  },
  review: {
    word: '評価',
    help: '評価を投稿できるとき、評価が公開されたとき、返信があったとき。',
    needed: false,
    rings: ['push'],
    side: null,
  },
  standing: {
    word: '自動注文',
    help: '前日の確認と、注文の結果。',
    needed: true,
    rings: ['push', 'line'],
    side: 'restaurant',
  },
  inquiry: {
    word: 'お問い合わせの回答',
    help: '運営からの回答。',
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
    word: 'アカウントのセキュリティ',
    help: '運営が受け付けたメールアドレスの変更や二段階認証のリセットの予告。夜間も通知します。',
    needed: true,
    urgent: true,
    rings: ['push', 'line', 'sms'],
    side: null,
  },
  reminder: {
    word: 'リマインダー',
    help: 'かごに商品がある場合の締切2時間前、休業の前日など。',
    needed: false,
    rings: ['push', 'line'],
    side: null,
  },
  price: {
    word: '価格',
    help: 'いつもの商品の価格が変わるとき、貴店限定の価格が決まったとき。',
    needed: false,
    rings: ['push'],
    side: 'restaurant',
  },
  watch: {
    word: '入荷と値下がり',
    help: '「入荷を通知」などで設定したもの。',
    needed: false,
    rings: ['push', 'line'],
    side: 'restaurant',
  },
  announcement: {
    word: '運営からのお知らせ',
    help: '休業や新機能など。画面の「お知らせ」でいつでも確認できます。',
    needed: false,
    rings: [],
    side: null,
  },
}

/** The kinds that a user of this side can receive; without a side all of them. */
export const kindsFor = (side: 'restaurant' | 'farm' | null): NotificationTopic[] =>
  notificationTopicNames.filter((kind) => side === null || (notificationTopics[kind].side ?? side) === side)
