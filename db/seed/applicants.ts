import type { DocumentKind, GoodsKind, OrgStatus, PartyType } from '#kernel/enums.ts'
import { addDays, addHours, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { usualBilling } from './billing.ts'
import type { Row } from './bulk.ts'
import { aboutNothing } from './event.ts'
import type { MakeId } from './ids.ts'
import { type PaperName, paperOf } from './papers.ts'
import { type Person, personAt } from './people.ts'
import { registrationSince2023 } from './registration-number.ts'

type Spec = {
  name: string
  kana: string
  crest: string
  person: readonly [name: string, kana: string]
  /** As the form was filled in: who signs for the organisation. */
  representative: readonly [name: string, kana: string]
  legalName: string
  party: PartyType
  phone: string
  postal: string
  prefecture: string
  city: string
  street: string
  registration: string | null
  status: OrgStatus
  reason: string | null
  /** Days before today, and the minute of that day. */
  applied: readonly [days: number, minute: number]
  papers: readonly (readonly [DocumentKind, PaperName, string])[]
} & ({ business: string } | { goods: readonly GoodsKind[]; story: string })

/**
 * Six applicants who wait for an answer, and a suspended restaurant: for every check there is one that triggers it. The
 * last two were approved yesterday, and have their first steps before them.
 */
const specs: readonly Spec[] = [
  {
    name: '鮨処 いそべ',
    kana: 'スシドコロイソベ',
    crest: '磯',
    person: ['磯部 隆', 'イソベ　タカシ'],
    representative: ['磯部 隆', 'イソベ　タカシ'],
    legalName: '',
    party: 'sole_trader',
    phone: '0300000451',
    postal: '1040045',
    prefecture: '13',
    city: '中央区',
    street: '築地4-0-0',
    registration: 'T7000012050002',
    status: 'submitted',
    reason: null,
    applied: [3, 552],
    papers: [['business_licence', 'sushi', '営業許可証.jpg']],
    business: '鮨・和食',
  },
  {
    name: '北の大地ファーム',
    kana: 'キタノダイチファーム',
    crest: '北',
    person: ['高橋 由美子', 'タカハシ　ユミコ'],
    representative: ['高橋 由美子', 'タカハシ　ユミコ'],
    legalName: '合同会社北の大地ファーム',
    party: 'corporation',
    phone: '0155000013',
    postal: '0800011',
    prefecture: '01',
    city: '帯広市',
    street: '西一条南0-0',
    registration: 'T9234567890123',
    status: 'submitted',
    reason: null,
    applied: [2, 520],
    papers: [
      ['notification', 'notice', '届出済証.jpg'],
      ['other', 'letter', '登録の通知.pdf'],
    ],
    goods: ['own_produce', 'resold_produce'],
    story: '十勝でじゃがいもと玉ねぎを育てて四代目です。近くの農家の豆も、いっしょに届けます。',
  },
  {
    name: '喫茶 ひととき',
    kana: 'キッサヒトトキ',
    crest: '喫',
    person: ['小林 慎', 'コバヤシ　シン'],
    representative: ['小林 慎', 'コバヤシ　マコト'],
    legalName: '',
    party: 'sole_trader',
    phone: '0720000078',
    postal: '5900078',
    prefecture: '27',
    city: '堺市堺区',
    street: '南瓦町0-0',
    registration: null,
    status: 'submitted',
    reason: null,
    applied: [2, 1_325],
    papers: [['business_licence', 'cafe', 'IMG_2041.jpg']],
    business: '喫茶・洋食',
  },
  {
    name: '瀬戸内レモン園',
    kana: 'セトウチレモンエン',
    crest: '瀬',
    person: ['村上 一郎', 'ムラカミ　イチロウ'],
    representative: ['村上 一郎', 'ムラカミ　イチロウ'],
    legalName: '',
    party: 'sole_trader',
    phone: '0848000022',
    postal: '7220022',
    prefecture: '34',
    city: '尾道市',
    street: '栗原町0-0',
    registration: null,
    status: 'submitted',
    reason: null,
    applied: [1, 1_111],
    papers: [],
    goods: ['own_produce'],
    story: '段々畑で、皮まで使えるレモンを育てています。',
  },
  {
    name: 'トラットリア・ソーレ',
    kana: 'トラットリアソーレ',
    crest: '陽',
    person: ['ROSSI MARCO', 'ロッシ　マルコ'],
    representative: ['ROSSI MARCO', 'ロッシ　マルコ'],
    legalName: '株式会社ソーレ',
    party: 'corporation',
    phone: '0960000806',
    postal: '8600806',
    prefecture: '43',
    city: '熊本市西区',
    street: '花畑町0-0',
    registration: 'T1234567890123',
    status: 'submitted',
    reason: null,
    applied: [1, 902],
    papers: [],
    business: 'イタリアン',
  },
  {
    name: '棚田の会',
    kana: 'タナダノカイ',
    crest: '棚',
    person: ['佐々木 茂', 'ササキ　シゲル'],
    representative: ['佐々木 茂', 'ササキ　シゲル'],
    legalName: '農事組合法人棚田の会',
    party: 'corporation',
    phone: '0255000026',
    postal: '9421526',
    prefecture: '15',
    city: '十日町市',
    street: '松代0-0',
    registration: 'T7123456789012',
    status: 'submitted',
    reason: null,
    applied: [1, 707],
    papers: [['permit', 'pickles', '漬物製造業許可証.jpg']],
    goods: ['rice', 'pickles', 'wild'],
    story: '雪どけ水の棚田で、こしひかりと野沢菜をつくる十二軒の会です。',
  },
  {
    name: '炭火 やまと',
    kana: 'スミビヤマト',
    crest: '炭',
    person: ['大和 健', 'ヤマト　ケン'],
    representative: ['大和 健', 'ヤマト　ケン'],
    legalName: '',
    party: 'sole_trader',
    phone: '0920000001',
    postal: '8100001',
    prefecture: '40',
    city: '福岡市中央区',
    street: '天神0-0',
    registration: null,
    status: 'suspended',
    reason: '営業許可の期限が切れたため、取引を止めています。新しい許可証を送ってください。',
    applied: [214, 1_398],
    papers: [],
    business: '炭火焼',
  },
  {
    name: 'ビストロ 若葉',
    kana: 'ビストロワカバ',
    crest: '若',
    person: ['三浦 若菜', 'ミウラ　ワカナ'],
    representative: ['三浦 若菜', 'ミウラ　ワカナ'],
    legalName: '',
    party: 'sole_trader',
    phone: '0450000081',
    postal: '2310023',
    prefecture: '14',
    city: '横浜市中区',
    street: '山下町0-0',
    registration: null,
    status: 'approved',
    reason: null,
    applied: [2, 610],
    papers: [['business_licence', 'licence', '営業許可証.pdf']],
    business: 'フレンチ',
  },
  {
    name: '新田ファーム',
    kana: 'ニッタファーム',
    crest: '新',
    person: ['新田 大地', 'ニッタ　ダイチ'],
    representative: ['新田 大地', 'ニッタ　ダイチ'],
    legalName: '',
    party: 'sole_trader',
    phone: '0475000082',
    postal: '2830802',
    prefecture: '12',
    city: '東金市',
    street: '東金0-0',
    registration: null,
    status: 'approved',
    reason: null,
    applied: [2, 640],
    papers: [],
    goods: ['own_produce'],
    story: '',
  },
]

export type Applicants = {
  people: Person[]
  farms: Row<'farms'>[]
  registrations: Row<'farmRegistrations'>[]
  restaurants: Row<'restaurants'>[]
  kitchens: Row<'kitchens'>[]
  memberships: Row<'memberships'>[]
  documents: Row<'documents'>[]
  events: Row<'events'>[]
}

/** Recent applicants; `withPapers`: there is a store for the bytes of their documents. */
export function makeApplicants(now: Date, id: MakeId, withPapers: boolean): Applicants {
  const today = jstDateOf(now)
  const made: Applicants = {
    people: [],
    farms: [],
    registrations: [],
    restaurants: [],
    kitchens: [],
    memberships: [],
    documents: [],
    events: [],
  }
  for (const [index, spec] of specs.entries()) addApplicant(made, spec, index, today, id, withPapers)
  return made
}

function addApplicant(
  made: Applicants,
  spec: Spec,
  index: number,
  today: JstDate,
  id: MakeId,
  withPapers: boolean,
): void {
  const [days, minute] = spec.applied
  const at = momentOf(addDays(today, -days), minute)
  const person = {
    ...personAt(id, `applicant${index + 1}@example.jp`, spec.person[0], at),
    nameKana: spec.person[1],
  }
  const common = {
    name: spec.name,
    kana: spec.kana,
    crest: spec.crest,
    representative: spec.representative[0],
    representativeKana: spec.representative[1],
    legalName: spec.legalName,
    partyType: spec.party,
    phone: spec.phone,
    status: spec.status,
    version: 1,
    submittedAt: at,
    reviewedAt: spec.status === 'submitted' ? null : addHours(at, 20),
    statusReason: spec.reason,
    createdAt: at,
  }
  const address = {
    postalCode: spec.postal,
    prefectureCode: spec.prefecture,
    city: spec.city,
    street: spec.street,
    building: '',
  }
  const farm =
    'goods' in spec
      ? {
          id: id<'farm'>(at),
          ...common,
          ...address,
          ...farmTerms,
          lateCancelPercent: 0,
          claimAutoYen: yen(3_000),
          isHub: false,
          story: spec.story,
          shippingSavedAt: null,
          goodsKinds: [...spec.goods],
        }
      : null
  const restaurant =
    'business' in spec
      ? {
          id: id<'restaurant'>(at),
          ...common,
          invoiceRegistrationNumber: spec.registration,
          businessType: spec.business,
          logo: null,
          billingSavedAt: null,
          ...usualBilling,
        }
      : null
  const org = { farmId: farm?.id ?? null, restaurantId: restaurant?.id ?? null }
  made.people.push(person)
  if (farm) made.farms.push({ ...farm, place: spec.city })
  if (farm && spec.registration !== null) made.registrations.push(registrationSince2023(farm.id, spec.registration))
  if (restaurant) {
    made.restaurants.push(restaurant)
    made.kitchens.push({
      id: id(at),
      restaurantId: restaurant.id,
      name: spec.name,
      ...address,
      place: spec.city,
      phone: spec.phone,
      receivingWeekdays: [1, 2, 3, 4, 5, 6],
      receivingNote: '',
      defaultSlot: 'am',
      version: 1,
      closedAt: null,
    })
  }
  made.memberships.push({
    id: id(at),
    personId: person.id,
    ...org,
    role: 'owner',
    orderLimitYen: null,
    rights: 'all',
    seesMoney: false,
  })
  if (withPapers)
    made.documents.push(...spec.papers.map(([kind, paper, fileName]) => documentOf(kind, paper, fileName, org, at, id)))
  made.events.push({
    id: id(at),
    at,
    kind: 'organisation_submitted',
    actorKind: 'person',
    actorName: person.name,
    personId: person.id,
    adminId: null,
    ...aboutNothing,
    aboutFarmId: org.farmId,
    aboutRestaurantId: org.restaurantId,
    fromState: 'draft',
    toState: 'submitted',
  })
}

const farmTerms = {
  picture: 'farm-01',
  shipWeekdays: [1, 2, 3, 4, 5] satisfies Row<'farms'>['shipWeekdays'],
  shipsOnHolidays: false,
  packingMinute: 13 * 60,
  cutoffHoursBeforePacking: 25,
  answerHoursAfterCutoff: 2,
  autoAccept: false,
  freeFreightFromYen: null,
  minOrderYen: yen(0),
}

function documentOf(
  kind: DocumentKind,
  name: PaperName,
  fileName: string,
  org: Pick<Row<'documents'>, 'farmId' | 'restaurantId'>,
  at: Date,
  id: MakeId,
): Row<'documents'> {
  const { mediaType, bytes, fileKey } = paperOf(name)
  return {
    id: id(at),
    kind,
    draftHash: null,
    ...org,
    fileKey,
    mediaType,
    fileName,
    byteCount: bytes.length,
    number: '',
    authority: '',
    holder: '',
    issuedOn: null,
    expiresOn: null,
    addedAt: at,
    removedAt: null,
    checkedAt: null,
    checkedBy: null,
    goodsKinds: [],
  }
}

/** The files of the documents above. */
export const applicantPapers = () => specs.flatMap(({ papers }) => papers.map(([, name]) => paperOf(name)))
