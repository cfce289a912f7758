import type { ActorKind, OnShortage, OrderState, SentBackWhy, Stage, Verdict } from '#kernel/enums.ts'

/** Labels of an order's data on the screen. */

export const stateWord: Record<OrderState, string> = {
  draft: '下書き',
  pending_approval: '店内承認待ち',
  placed: '発注済',
  accepted: '受注確定',
  proposed: '変更確認中',
  preparing: '出荷準備中',
  partly_shipped: '一部出荷',
  shipped: '出荷済',
  delivered: '納品済',
  inspected: '検収済',
  finalized: '金額確定',
  declined: '辞退',
  expired: '期限切れ',
  cancelled: '取消',
  sent_back: '返送',
}

/** The same states in the farmers' words. */
export const farmStateWord: Record<OrderState, string> = {
  ...stateWord,
  placed: '確かめる',
  accepted: '箱づめ',
  preparing: '箱づめ中',
  partly_shipped: '残りを送る',
  shipped: '発送ずみ',
  delivered: 'とどいた',
  inspected: 'とどいた',
  finalized: 'おわり',
}

export const actorWord: Record<ActorKind, string> = {
  buyer: '飲食店',
  buyer_approver: '店長',
  farm: '農園',
  staff: '運営',
  system: '自動',
  carrier: '配送会社',
  instruction: 'おまかせの指示',
  person: '本人',
  visitor: '名のない人',
}

export const stageWord: Record<Stage, string> = {
  ordered: '注文',
  confirmed: '確定',
  shipped: '出荷',
  received: '受取',
  billed: '請求',
}

export const verdictWord: Record<Verdict, string> = {
  ok: '〇',
  short: '足りない',
  damaged: '傷み',
  wrong: 'ちがう',
  temperature: '温度',
}

export const onShortageWord: Record<OnShortage, string> = {
  ship_what_there_is: 'あるだけ送ってもらう',
  substitute: '決めた品をかわりに',
  drop_line: 'その品をやめる',
  all_or_nothing: 'そろわなければ、この農園の注文をやめる',
  ask: '時刻まで聞いてもらう',
}

export const sentBackWord: Record<SentBackWhy, string> = {
  refused: '受取拒否',
  absent: '長期不在',
  unknown_address: '宛先不明',
}

/** Why a line falls short; the farmer chooses one. */
export const shortageReasons = {
  harvest: '収穫不足',
  quality: '品質不良',
  weather: '天候',
  pests: '害獣',
  other: 'その他',
} as const
export type ShortageReason = keyof typeof shortageReasons
