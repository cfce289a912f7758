import { formatDayWithYear } from '#kernel/format.ts'
import { hasCheckDigit } from '#kernel/invoice-number.ts'
import type { Weekday } from '#kernel/jst.ts'
import { prefectureOf } from '#kernel/place.ts'
import { postalCodeText } from '#kernel/postal-code.ts'
import { goodsKindWord } from '../approval/requirements.ts'
import { partyTypeWord, placeWord, slotWords, tradeNameWord, weekdayOrder, weekdayWords } from './profile-labels.ts'
import type { Profile } from './read-profile.server.ts'

export type SummaryRow = { what: string; how: string; warning?: string }
export type SummarySection = {
  title: string
  /** The field that 修正する leads to. */
  field: string
  rows: SummaryRow[]
}

/** Everything that will be submitted, in readable form, in the order of the form. */
export function reviewOf(profile: Profile): SummarySection[] {
  const place = placeWord[profile.side]
  return [
    {
      title: `${place}の情報`,
      field: 'tradeName',
      rows: [
        { what: tradeNameWord[profile.side], how: profile.tradeName },
        { what: 'フリガナ', how: profile.tradeNameKana },
        { what: '経営形態', how: partyTypeWord[profile.partyType] },
        ...(profile.partyType === 'corporation' ? [{ what: '法人名', how: profile.legalName }] : []),
        ...(profile.side === 'restaurant' ? [{ what: '業態', how: profile.businessType }] : []),
        invoiceRow(profile),
        ...(profile.side === 'farm' && profile.invoiceNumber && profile.invoiceFrom
          ? [{ what: '登録日', how: formatDayWithYear(profile.invoiceFrom) }]
          : []),
      ],
    },
    {
      title: '代表者',
      field: 'lastName',
      rows: [
        { what: '名前', how: `${profile.lastName} ${profile.firstName}` },
        { what: 'フリガナ', how: `${profile.lastNameKana} ${profile.firstNameKana}` },
      ],
    },
    {
      title: '住所・電話番号',
      field: 'postalCode',
      rows: [
        { what: '郵便番号', how: `〒${postalCodeText(profile.postalCode)}` },
        { what: '住所', how: addressText(profile) },
        { what: '電話番号', how: profile.phone },
      ],
    },
    profile.side === 'restaurant'
      ? {
          title: '受け取り',
          field: 'receivingWeekdays',
          rows: [
            { what: '受取曜日', how: weekdaysText(profile.receivingWeekdays) },
            { what: '時間帯', how: slotWords[profile.slot] },
            { what: '受け取りの備考', how: profile.receivingNote || 'なし' },
          ],
        }
      : {
          title: '販売品目と出荷',
          field: 'goodsKinds',
          rows: [
            { what: '販売品目', how: profile.goodsKinds.map((kind) => goodsKindWord[kind]).join('、') },
            { what: '出荷曜日', how: weekdaysText(profile.shipWeekdays) },
          ],
        },
  ]
}

/** It is uncertain whether the check digit applies to sole traders, so they are only asked to check the number. */
function invoiceRow({ invoiceNumber }: Profile): SummaryRow {
  const row = { what: 'インボイスの登録番号', how: invoiceNumber ?? 'なし' }
  if (!invoiceNumber || hasCheckDigit(invoiceNumber)) return row
  return { ...row, warning: '番号をもう一度、通知書と照合してください。一致している場合は、このまま進めます。' }
}

export const addressText = ({
  prefectureCode,
  city,
  town,
  street,
  building,
}: Pick<Profile, 'prefectureCode' | 'city' | 'town' | 'street' | 'building'>): string =>
  [`${prefectureOf(prefectureCode).name}${city}${town}${street}`, building].filter(Boolean).join(' ')

/** 月・火・水; 毎日 for all seven. */
export function weekdaysText(days: readonly Weekday[]): string {
  if (days.length === 7) return '毎日'
  return weekdayOrder
    .filter((day) => days.includes(day))
    .map((day) => weekdayWords[day])
    .join('・')
}
