import { addDays, addHours, jstDateOf, minuteOfDay, momentOf } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { applicationOf } from './application.ts'
import type { Row } from './bulk.ts'
import type { SeedFarm } from './farms.ts'
import type { MakeId } from './ids.ts'
import { type Person, personAt } from './people.ts'

type Hub = {
  person: Person
  farm: Row<'farms'>
  membership: Row<'memberships'>
  runs: Row<'runs'>[]
  runStops: Row<'runStops'>[]
  runFarms: Row<'runFarms'>[]
  ways: Row<'deliveryWays'>[]
}

/** Where farms near the hub of the demo are. */
const nearby = ['08', '11', '12']

/**
 * A hub (運行事業者): it sells nothing, and drives a run to Yokohama for two farms nearby; a third farm drives itself, for a fee by
 * distance. None of them is a farm of the demo accounts, whose carts and ways stay as they are.
 */
export function makeHub(farms: readonly SeedFarm[], now: Date, id: MakeId): Hub {
  const since = momentOf(addDays(jstDateOf(now), -90), 9 * 60)
  const person = personAt(id, 'hub@example.jp', '宮内 隆', since)
  const farm: Row<'farms'> = {
    id: id(since),
    name: 'JA九十九里集荷センター',
    kana: 'ジェイエークジュウクリシュウカセンター',
    crest: '集',
    representative: person.name,
    story: '',
    postalCode: '2892500',
    prefectureCode: '12',
    city: '旭市',
    street: 'ニ1920',
    building: '',
    place: '旭',
    phone: '0479-0000-0909',
    picture: 'farm-04',
    status: 'approved',
    goodsKinds: ['own_produce'],
    shipWeekdays: [1, 2, 3, 4, 5, 6],
    shipsOnHolidays: true,
    packingMinute: minuteOfDay('13:00'),
    cutoffHoursBeforePacking: 13,
    answerHoursAfterCutoff: 8,
    autoAccept: false,
    freeFreightFromYen: null,
    minOrderYen: yen(0),
    lateCancelPercent: 0,
    claimAutoYen: yen(3_000),
    isHub: true,
    ...applicationOf(since, 'approved'),
    shippingSavedAt: since,
    createdAt: since,
  }
  const membership: Row<'memberships'> = {
    id: id(addHours(since, 1)),
    personId: person.id,
    farmId: farm.id,
    restaurantId: null,
    role: 'owner',
    orderLimitYen: null,
    rights: 'all',
    seesMoney: false,
  }
  const near = farms.filter(({ row }) => row.status === 'approved' && nearby.includes(row.prefectureCode))
  const [first, second, ...others] = near
  const driver = others.find(({ row }) => row.prefectureCode === '12')
  const begun = addHours(since, 48)
  const runId = id<'run'>(begun)
  const rides = [first, second].flatMap((rider, at) =>
    rider
      ? [{ runId, farmId: rider.row.id, stop: at + 1, invitedAt: begun, joinedAt: addHours(begun, 5), leftAt: null }]
      : [],
  )
  const driven = { runId, farmId: farm.id, stop: 1, invitedAt: begun, joinedAt: begun, leftAt: null }
  return {
    person,
    farm,
    membership,
    runs: [
      {
        id: runId,
        farmId: farm.id,
        name: '東総・横浜便',
        priceBy: 'point',
        unitYen: yen(7),
        minimumYen: yen(1_400),
        capacityPoints: 2_000,
        weekdays: [1, 3, 5],
        leadDays: 1,
        cutoffDays: 1,
        cutoffMinute: minuteOfDay('08:00'),
        temperatures: ['ambient', 'chilled'],
        areas: ['14'],
        createdAt: begun,
        endedAt: null,
      },
    ],
    runStops: [
      { runId, ordinal: 1, place: 'JA九十九里集荷センター', untilMinute: minuteOfDay('13:30') },
      { runId, ordinal: 2, place: '道の駅 多古あじさい館', untilMinute: minuteOfDay('14:30') },
    ],
    runFarms: [driven, ...rides],
    ways: driver ? [vanOf(driver, begun, id)] : [],
  }
}

const vanOf = ({ row }: SeedFarm, since: Date, id: MakeId): Row<'deliveryWays'> => ({
  id: id(since),
  farmId: row.id,
  kind: 'own_van',
  name: '県内便',
  prefectures: ['12'],
  postalCodes: [],
  weekdays: [2, 5],
  temperatures: ['ambient', 'chilled'],
  feeYen: yen(400),
  distanceFees: {
    bands: [
      { upToKm: 10, feeYen: yen(400) },
      { upToKm: 30, feeYen: yen(800) },
      { upToKm: 60, feeYen: yen(1_500) },
    ],
    distances: [
      { place: row.city, km: 6 },
      { place: '千葉市', km: 42 },
      { place: '船橋市', km: 55 },
      { place: '柏市', km: 48 },
    ],
  },
  freeFromYen: yen(15_000),
  leadDays: 0,
  cutoffHours: null,
  hours: '14:00〜17:00',
  place: '',
  createdAt: since,
  endedAt: null,
})
