import type { Carrier, Method, OrgStatus } from '#kernel/enums.ts'
import { addDays, type JstDate, jstDateOf, momentOf, type Weekday } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { applicationOf } from './application.ts'
import type { Row } from './bulk.ts'
import { demoFarms } from './demo-farms.ts'
import { type FarmKind, kindOf } from './farm-kinds.ts'
import { farmName } from './farm-names.ts'
import { storyOf } from './farm-stories.ts'
import type { MakeId } from './ids.ts'
import { type Person, personAt } from './people.ts'
import type { Random } from './random.ts'
import { type DemoRegion, demoRegions, phoneAt } from './regions.ts'
import { registrationNumber } from './registration-number.ts'

export type SeedFarm = {
  row: Row<'farms'>
  commissionBp: number
  /** Of the registration that it had before it came to us. */
  registration: string | null
  owner: Person
  region: DemoRegion
  kind: FarmKind
  method: Method
  carrier: Carrier
  vacations: Row<'farmVacations'>[]
}

/** 44 farms for the 600 products of a demo, one for about 50 products in a benchmark, at most 2,000. */
export const farmCountFor = (products: number): number => Math.max(44, Math.min(2_000, Math.round(products / 50)))

/** Approved farms, the three demo farms first, then three that wait, were sent back or are suspended. */
export function makeFarms(count: number, now: Date, id: MakeId, random: Random): SeedFarm[] {
  const today = jstDateOf(now)
  const taken = new Set(demoFarms.map((farm) => farm.row.name))
  const known = demoFarms.map((farm): SeedFarm => {
    const createdAt = momentOf(addDays(today, -1_000), 10 * 60)
    const owner = personAt(id, farm.owner.email, farm.owner.name, createdAt)
    const registration = registrationNumber(random)
    const row: Row<'farms'> = {
      ...farm.row,
      id: id(createdAt),
      building: '',
      goodsKinds: ['own_produce'],
      ...applicationOf(createdAt, 'approved'),
      shippingSavedAt: createdAt,
      createdAt,
    }
    return { ...farm, row, commissionBp: 1_200, registration, owner, vacations: [] }
  })
  const statuses: OrgStatus[] = ['submitted', 'returned', 'suspended']
  const others = Array.from({ length: count - known.length + statuses.length }, (_, index) => {
    const status = statuses[index - (count - known.length)] ?? 'approved'
    return makeFarm(index, status, today, id, random, taken)
  })
  return [...known, ...others]
}

function makeFarm(
  index: number,
  status: OrgStatus,
  today: JstDate,
  id: MakeId,
  random: Random,
  taken: Set<string>,
): SeedFarm {
  const region = demoRegions[(index * 7 + 3) % demoRegions.length] ?? random.pick(demoRegions)
  const kind = kindOf(index, region, today)
  const name = farmName(region, kind, random, taken)
  const { city, postalCode, place } = random.pick(region.places)
  const createdAt = momentOf(
    addDays(today, status === 'submitted' ? -random.int(1, 5) : -random.int(910, 1_500)),
    random.int(540, 1_100),
  )
  const owner = personAt(id, `farm${index + 4}@example.jp`, `${name.surname.text} ${name.given.text}`, createdAt)
  const { commissionBp, registration, ...row }: Row<'farms'> & Pick<SeedFarm, 'commissionBp' | 'registration'> = {
    id: id(createdAt),
    name: name.text,
    kana: name.kana,
    crest: name.crest,
    representative: owner.name,
    story: storyOf(kind, place, random),
    postalCode,
    prefectureCode: region.prefecture.code,
    city,
    street: `${random.pick(['上', '下', '中', '東', '西', '南', '北'])}${random.pick(['野', '原', '沢', '田', '山', '浜'])}${random.int(10, 2_400)}`,
    place,
    phone: phoneAt(region, index + 1_000),
    picture: `farm-${String((index % 12) + 1).padStart(2, '0')}`,
    status,
    registration: random.chance(0.8) ? registrationNumber(random) : null,
    commissionBp: random.pick([1_000, 1_200, 1_200, 1_200, 1_500]),
    lateCancelPercent: [0, 0, 20, 50][index % 4] ?? 0,
    claimAutoYen: yen([3_000, 3_000, 1_500, 5_000][index % 4] ?? 3_000),
    isHub: false,
    ...shippingOf(random),
    // some pay the freight themselves, for orders that are large enough
    ...(index % 11 === 4 && { freeFreightFromYen: yen(0), minOrderYen: yen(5_000) }),
    building: '',
    goodsKinds: ['own_produce'],
    ...applicationOf(createdAt, status),
    shippingSavedAt: createdAt,
    createdAt,
  }
  const method = random.pick<Method>([
    ...conventional,
    'specially_cultivated',
    'specially_cultivated',
    'jas_organic',
    'natural',
  ])
  const carrier = random.pick<Carrier>(['yamato', 'yamato', 'yamato', 'sagawa', 'japanpost'])
  return {
    row,
    commissionBp,
    registration,
    owner,
    region,
    kind,
    method,
    carrier,
    vacations: vacationsOf(index, row.id, today, id, random),
  }
}

const conventional: Method[] = [
  'conventional',
  'conventional',
  'conventional',
  'conventional',
  'conventional',
  'conventional',
]

const shipWeeks: readonly Weekday[][] = [
  [1, 2, 3, 4, 5, 6],
  [1, 2, 3, 4, 5, 6],
  [0, 1, 2, 3, 4, 5, 6],
  [1, 2, 3, 4, 5],
  [1, 2, 4, 5, 6],
  [1, 3, 5],
  [2, 4, 6],
  [0, 2, 4, 5],
  [1, 4],
]

/**
 * Hour of the previous day at which orders close, and hours until the answer: a midnight order is answered in the
 * morning.
 */
const deadlines = [
  [24, 8],
  [24, 7],
  [24, 8],
  [20, 12],
  [18, 3],
  [18, 2],
  [12, 6],
  [12, 4],
] as const

/** When it ships and on which terms. Cutoffs are round: 24:00, 18:00 or 12:00 of the day before. */
function shippingOf(random: Random) {
  const packingHour = random.int(9, 16)
  const [cutoffHour, answerHours] = random.pick(deadlines)
  return {
    shipWeekdays: random.pick(shipWeeks),
    shipsOnHolidays: random.chance(0.45),
    packingMinute: packingHour * 60,
    cutoffHoursBeforePacking: packingHour + 24 - cutoffHour,
    answerHoursAfterCutoff: answerHours,
    autoAccept: random.chance(0.2),
    freeFreightFromYen: random.pick<Yen | null>([
      null,
      null,
      yen(5_000),
      yen(8_000),
      yen(10_000),
      yen(12_000),
      yen(15_000),
    ]),
    minOrderYen: random.pick([yen(0), yen(0), yen(1_000), yen(2_000), yen(3_000)]),
  }
}

/**
 * Three farms have a vacation in the next two weeks; half of them had one in summer or at New Year. Demo farms never
 * do.
 */
function vacationsOf(index: number, farm_id: SeedFarm['row']['id'], today: JstDate, id: MakeId, random: Random) {
  const vacation = (from: number, days: number, note: string): Row<'farmVacations'> => ({
    id: id(momentOf(addDays(today, Math.min(from - 20, -1)), 600)),
    farmId: farm_id,
    fromOn: addDays(today, from),
    toOn: addDays(today, from + days - 1),
    note,
  })
  const past = random.chance(0.5)
    ? [
        vacation(
          -random.int(40, 300),
          random.int(2, 6),
          random.pick(['お盆休み', '農閑期のお休み', '親せきの結婚式', '研修のため']),
        ),
      ]
    : []
  const next =
    index >= 5 && index <= 7
      ? [vacation(random.int(2, 6), random.int(2, 4), random.pick(['地域の祭り', 'ハウスの修理', '家族の用事']))]
      : []
  return [...past, ...next]
}
