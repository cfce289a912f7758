import type { InquiryKind, InquiryState } from '#kernel/enums.ts'
import { type JstDate, parseJstDate } from '#kernel/jst.ts'

/** Q-20261124-0007: the day it was sent, and its number within that day. */
export type InquiryNumber = string & { readonly __id: 'inquiryNumber' }

export const inquiryNumber = (day: JstDate, nth: number): InquiryNumber =>
  `Q-${day.replaceAll('-', '')}-${String(nth).padStart(4, '0')}` as InquiryNumber

/** Reads a number from an address, with its day; null if it is invalid. */
export function parseInquiryNumber(text: string): { number: InquiryNumber; sentOn: JstDate } | null {
  const match = /^Q-(20\d\d)(\d\d)(\d\d)-\d{4,6}$/.exec(text)
  const sentOn = match && parseJstDate(`${match[1]}-${match[2]}-${match[3]}`)
  return sentOn ? { number: text as InquiryNumber, sentOn } : null
}

/** Characters of the question. */
export const inquiryLength = { least: 10, most: 4_000 } as const
export const mostPhotos = 4

export const kindWord: Record<InquiryKind, string> = {
  order: '注文・配送',
  product: '商品',
  payment: '支払い・請求',
  signup: '登録を申し込みたい',
  fault: '不具合',
  other: 'その他',
}

export const inquiryStateWord: Record<InquiryState, string> = { open: '未対応', working: '対応中', done: '対応済み' }

/** The same for the writer. */
export const stateForWriter: Record<InquiryState, string> = {
  open: '受付済み',
  working: '確認中',
  done: '対応済み',
}

export const sides = ['restaurant', 'farm'] as const
export type Side = (typeof sides)[number]
export const sideWord: Record<Side, string> = { restaurant: '飲食店', farm: '生産者' }
/** The label for the organisation's name on each side. */
export const organisationWord: Record<Side, string> = { restaurant: '店名', farm: '農園名' }

/** Whose inquiries a list shows: those of the current administrator, or unassigned ones. */
export const inquiryOwners = ['me', 'nobody'] as const
export type InquiryOwner = (typeof inquiryOwners)[number]
