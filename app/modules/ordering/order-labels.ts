import type { ActorKind, OnShortage, OrderState, SentBackWhy, Stage, Verdict } from '#kernel/enums.ts'

/** Labels of an order's data on the screen. */

export const stateWord: Record<OrderState, string> = {
  draft: '下書き',
  pending_approval: '店内承認待ち',
  placed: '受注確認待ち',
  accepted: '受注確定',
  proposed: '変更確認待ち',
  preparing: '出荷準備中',
  partly_shipped: '一部出荷済み',
  shipped: '出荷済み',
  delivered: '納品済み・検収待ち',
  inspected: '検収済み',
  finalized: '金額確定',
  declined: '辞退',
  expired: '回答期限切れ',
  cancelled: 'キャンセル',
  sent_back: '返送',
}

/** The farm reads the same words, but for the order that waits for its own answer. */
export const farmStateWord: Record<OrderState, string> = { ...stateWord, placed: '回答待ち' }

export const actorWord: Record<ActorKind, string> = {
  buyer: '飲食店',
  buyer_approver: '店長',
  farm: '農園',
  staff: '運営',
  system: '自動',
  carrier: '配送会社',
  instruction: '事前の指示',
  person: '本人',
  visitor: 'ゲスト',
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
  short: '不足',
  damaged: '傷み',
  wrong: '商品違い',
  temperature: '温度',
}

export const onShortageWord: Record<OnShortage, string> = {
  ship_what_there_is: '出荷可能な数量のみ受け取る',
  substitute: '指定の代替品を受け取る',
  drop_line: 'この商品をキャンセルする',
  all_or_nothing: '全数そろわない場合、この農園の注文をキャンセルする',
  ask: '指定時刻まで確認を待つ',
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
  pests: '鳥獣害',
  other: 'その他',
} as const
export type ShortageReason = keyof typeof shortageReasons
