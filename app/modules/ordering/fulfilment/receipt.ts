import { plainDigits } from '#kernel/text.ts'

/**
 * The highest allowed temperatures of chilled and frozen deliveries; in tenths of a degree (carriers: 0–10 ℃, −15 ℃ and
 * below).
 */
export const warmestTenths = { chilled: 100, frozen: -150 } as const

/** `４．５`, `-18`, `−18℃` in tenths of a degree; null if empty, undefined if it is no temperature. */
export function readTenths(text: unknown): number | null | undefined {
  // NFKC has turned ℃ into °C, and the minus sign of Japanese keyboards is not ASCII's
  const typed =
    typeof text === 'string'
      ? plainDigits(text)
          .replace('−', '-')
          .replace(/°?C$|度$/i, '')
      : ''
  if (typed === '') return null
  const match = /^([+-]?)(\d{1,2})(?:\.(\d))?$/.exec(typed)
  if (!match) return undefined
  const tenths = Number(match[2]) * 10 + Number(match[3] ?? 0)
  return tenths > 500 ? undefined : match[1] === '-' ? -tenths : tenths
}

/** 45 as 4.5℃, −180 as −18℃. */
export const tenthsText = (tenths: number): string =>
  `${tenths < 0 ? '−' : ''}${Math.abs(tenths) % 10 === 0 ? Math.abs(tenths) / 10 : (Math.abs(tenths) / 10).toFixed(1)}℃`

export const isTooWarm = (kind: keyof typeof warmestTenths, tenths: number | null): boolean =>
  tenths !== null && tenths > warmestTenths[kind]

/** Sentences about the record of receiving. */
export const receiptText = {
  receiver: '受取者の氏名を入力してください（60文字以内）。記録に残ります。',
  temperature: '温度は−50から50までの数値で入力してください（例 4.5）。',
}
