import type { Carrier, Method } from '#kernel/enums.ts'
import type { Weekday } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import type { applicationOf } from './application.ts'
import type { Row } from './bulk.ts'
import type { FarmKind } from './farm-kinds.ts'
import { type DemoRegion, regionOf } from './regions.ts'

type DemoFarm = {
  owner: { email: string; name: string }
  row: Omit<
    Row<'farms'>,
    | 'id'
    | 'created_at'
    | 'invoice_registration_number'
    | 'building'
    | 'goods_kinds'
    | keyof ReturnType<typeof applicationOf>
  >
  region: DemoRegion
  kind: FarmKind
  method: Method
  carrier: Carrier
}

const common = {
  status: 'approved',
  commission_bp: 1_200,
  ships_on_holidays: true,
  late_cancel_percent: 30,
  claim_auto_yen: yen(3_000),
} as const
const week = (...days: Weekday[]): Weekday[] => days

/**
 * The three farms of the demo accounts. They contrast: far away and ambient with a midnight cutoff; near, chilled and
 * by weight with a noon cutoff; near, heavy and ambient. They ship five or six days a week, holidays too, and have no
 * vacations, so that the demo works on any day.
 */
export const demoFarms: readonly DemoFarm[] = [
  {
    owner: { email: 'farmer@example.jp', name: '佐藤 健一' },
    region: regionOf('43'),
    kind: 'vegetables',
    method: 'conventional',
    carrier: 'yamato',
    row: {
      ...common,
      name: '佐藤農園',
      kana: 'サトウノウエン',
      crest: '佐',
      representative: '佐藤 健一',
      story:
        '八代の干拓地で、親子三代トマトをつくっています。海のミネラルを含んだ土と、冬の長い日ざしが甘さのもとです。ひと枝の実を四つにしぼり、赤くなるまで待って採ります。',
      postal_code: '8660000',
      prefecture_code: '43',
      city: '八代市',
      street: '浜田町1520',
      place: '八代',
      phone: '096-0000-0101',
      picture: 'farm-01',
      ship_weekdays: week(1, 2, 3, 4, 5, 6),
      packing_minute: 10 * 60,
      cutoff_hours_before_packing: 10,
      answer_hours_after_cutoff: 8,
      auto_accept: false,
      free_freight_from_yen: yen(12_000),
      min_order_yen: yen(2_000),
    },
  },
  {
    owner: { email: 'farmer2@example.jp', name: '石井 陽子' },
    region: regionOf('12'),
    kind: 'vegetables',
    method: 'specially_cultivated',
    carrier: 'yamato',
    row: {
      ...common,
      name: 'ひだまり農場',
      kana: 'ヒダマリノウジョウ',
      crest: '陽',
      representative: '石井 陽子',
      story:
        '匝瑳の日当たりのよい畑で、葉ものを一年じゅう育てています。裏山では地鶏を放し、卵もとれます。朝に採ったものを、その日の昼には冷やして送り出します。',
      postal_code: '2892100',
      prefecture_code: '12',
      city: '匝瑳市',
      street: '東野388',
      place: '匝瑳',
      phone: '0479-0000-0202',
      picture: 'farm-02',
      ship_weekdays: week(0, 1, 2, 4, 5, 6),
      packing_minute: 9 * 60,
      cutoff_hours_before_packing: 21,
      answer_hours_after_cutoff: 6,
      auto_accept: false,
      free_freight_from_yen: yen(8_000),
      min_order_yen: yen(0),
    },
  },
  {
    owner: { email: 'farmer3@example.jp', name: '根本 進' },
    region: regionOf('08'),
    kind: 'vegetables',
    method: 'conventional',
    carrier: 'sagawa',
    row: {
      ...common,
      name: '根本さんちの畑',
      kana: 'ネモトサンチノハタケ',
      crest: '根',
      representative: '根本 進',
      story:
        '鉾田の深い黒土で、根のものばかり四十年。掘ったらすぐに土蔵の涼しい所で休ませ、甘みがのってから出しています。重いものばかりですが、送料は勉強します。',
      postal_code: '3111500',
      prefecture_code: '08',
      city: '鉾田市',
      street: '上沢2104',
      place: '鉾田',
      phone: '0291-0000-0303',
      picture: 'farm-03',
      ship_weekdays: week(1, 2, 4, 5, 6),
      packing_minute: 13 * 60,
      cutoff_hours_before_packing: 13,
      answer_hours_after_cutoff: 9,
      auto_accept: false,
      free_freight_from_yen: yen(5_000),
      min_order_yen: yen(1_000),
    },
  },
]
