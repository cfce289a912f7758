import { z } from 'zod'
import { Body, choice, TimeOfDayIn, WeekdaysIn, Whole, Written } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'

const YenIn = (max: number) => Whole({ min: 0, max, unit: '円' }).transform(yen)

export const StopIn = Body({ place: Written(80, '集荷場所を入力してください。'), until: TimeOfDayIn })

/** A run as its farm states it. Amounts without tax. */
export const runInput = {
  name: Written(40, '便の名前を入力してください。'),
  priceBy: choice(['box', 'point']).describe('運賃の単位：1箱（box）／サイズポイント（point）'),
  unitYen: YenIn(99_999).describe('単位あたりの運賃、税抜'),
  minimumYen: YenIn(99_999).describe('1店舗・1日あたりの最低運賃、税抜'),
  capacityPoints: Whole({ min: 1, max: 999_999 }).describe('1日に積める量、サイズポイント'),
  weekdays: WeekdaysIn.min(1, 'お届けする曜日を1つ以上選択してください。'),
  leadDays: Whole({ min: 0, max: 3, unit: '日' }).describe('集荷からお届けまでの日数'),
  cutoffDays: Whole({ min: 0, max: 7, unit: '日' }).describe('お届けの何日前に締め切るか'),
  cutoffTime: TimeOfDayIn,
  temperatures: z
    .array(choice(['ambient', 'chilled', 'frozen']))
    .min(1, '温度帯を1つ以上選択してください。')
    .max(3),
  areas: Written(400, 'お届けする地域を入力してください。').describe(
    '都道府県名、または郵便番号の先頭3〜7桁。読点または空白で区切る',
  ),
  stops: z.array(StopIn).min(1, '集荷場所を1つ以上入力してください。').max(20),
}
