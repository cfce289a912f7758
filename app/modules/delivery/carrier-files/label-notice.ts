/** Stands for a letter that nothing else can replace: emoji. Never a question mark, which looks like a typing error. */
export const geta = '〓'

/** What differs between an order and its row in a carrier's file. The farm reads it before it exports. */
export type LabelNotice =
  /** The carrier needs it, and the order or the farm does not have it. */
  | { kind: 'missing'; field: string }
  /** It is there, but no number that the carrier would take: the cell stays empty. */
  | { kind: 'unreadable'; field: string; text: string }
  /** The code of the farm's contract, which its settings ask for. */
  | { kind: 'no_code' }
  /** Does not fit: this part is not printed. */
  | { kind: 'cut'; field: string; lost: string }
  | { kind: 'replaced'; field: string; from: string; to: string }
  /** A sign at the beginning that a spreadsheet would run as a formula. */
  | { kind: 'sign'; field: string; removed: string }
  /** The carrier does not offer this time of day. */
  | { kind: 'slot' }
  /** The code of cool parcels could not be verified, and the farm has not stated it. */
  | { kind: 'cool_code' }
  /** The carrier takes labels for the next 30 days only. */
  | { kind: 'too_early' }

/** Most serious first: what stops a parcel, what may mislead a driver, what only looks different. */
export const noticeRank: Readonly<Record<LabelNotice['kind'], number>> = {
  too_early: 0,
  no_code: 1,
  cool_code: 2,
  missing: 3,
  unreadable: 4,
  cut: 5,
  slot: 6,
  sign: 7,
  replaced: 8,
}

/** The same as a sentence for the farm. */
export function noticeText(notice: LabelNotice): string {
  switch (notice.kind) {
    case 'missing':
      return `${notice.field}がありません。配送会社のソフトで入力してください。`
    case 'unreadable':
      return `${notice.field}「${notice.text}」が正しくないため、空欄になります。配送会社のソフトで入力してください。`
    case 'no_code':
      return '請求先顧客コードがありません。「送り状の設定」に入力してください。'
    case 'cool_code':
      return 'ゆうプリRの保冷のコードが未確認です。ソフトで確認し、「送り状の設定」に入力してください。'
    case 'cut':
      return `${notice.field}が長いため、「${notice.lost}」は印字されません。`
    case 'replaced':
      return notice.to === geta
        ? `${notice.field}の「${notice.from}」は印字できないため、「${notice.to}」になります。`
        : `${notice.field}の「${notice.from}」を「${notice.to}」に置き換えます。`
    case 'sign':
      return `${notice.field}の先頭の「${notice.removed}」を除きます。`
    case 'slot':
      return '指定された時間帯がないため、時間指定なしになります。'
    case 'too_early':
      return '出荷日が31日以上先のため、まだ書き出せません。'
  }
}
