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
    'id' | 'createdAt' | 'building' | 'goodsKinds' | 'shippingSavedAt' | keyof ReturnType<typeof applicationOf>
  >
  region: DemoRegion
  kind: FarmKind
  method: Method
  carrier: Carrier
}

const common = {
  status: 'approved',
  shipsOnHolidays: true,
  lateCancelPercent: 30,
  claimAutoYen: yen(3_000),
  isHub: false,
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
      postalCode: '8660000',
      prefectureCode: '43',
      city: '八代市',
      street: '浜田町1520',
      place: '八代',
      phone: '096-0000-0101',
      picture: 'farm-01',
      shipWeekdays: week(1, 2, 3, 4, 5, 6),
      packingMinute: 10 * 60,
      cutoffHoursBeforePacking: 10,
      answerHoursAfterCutoff: 8,
      autoAccept: false,
      freeFreightFromYen: yen(12_000),
      minOrderYen: yen(2_000),
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
      postalCode: '2892100',
      prefectureCode: '12',
      city: '匝瑳市',
      street: '東野388',
      place: '匝瑳',
      phone: '0479-0000-0202',
      picture: 'farm-02',
      shipWeekdays: week(0, 1, 2, 4, 5, 6),
      packingMinute: 9 * 60,
      cutoffHoursBeforePacking: 21,
      answerHoursAfterCutoff: 6,
      autoAccept: false,
      freeFreightFromYen: yen(8_000),
      minOrderYen: yen(0),
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
      postalCode: '3111500',
      prefectureCode: '08',
      city: '鉾田市',
      street: '上沢2104',
      place: '鉾田',
      phone: '0291-0000-0303',
      picture: 'farm-03',
      shipWeekdays: week(1, 2, 4, 5, 6),
      packingMinute: 13 * 60,
      cutoffHoursBeforePacking: 13,
      answerHoursAfterCutoff: 9,
      autoAccept: false,
      freeFreightFromYen: yen(5_000),
      minOrderYen: yen(1_000),
    },
  },
]
