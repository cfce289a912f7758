import type { Insertable } from 'kysely'
import type { Actor, BuyerActor, FarmActor } from '../../app/authorization/actor.ts'
import type { Ctx } from '../../app/authorization/ctx.ts'
import type { Db } from '../../app/infra/db/kysely.server.ts'
import type { Database } from '../../app/infra/db/schema.ts'
import type { AdminRole } from '../../app/kernel/enums.ts'
import { grams } from '../../app/kernel/grams.ts'
import { type FarmId, type KitchenId, type LotId, newId, type PersonId, type ProductId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { searchKey } from '../../app/kernel/text.ts'
import { yen } from '../../app/kernel/yen.ts'
import { agreeAtSignUp } from '../../app/modules/organisations/commission/commission.server.ts'

/** Tuesday noon; the farms below ship every day but Sunday and take orders until noon of the day before. */
export const noon = at('2026-11-24 11:00')
/** Before any order of a test: from then on a farm's rate is in force. */
const longAgo = at('2020-01-01 09:00')

const networks = new Map<string, string>()
/** The address of a network that has sent no requests yet; the same one for the same name. */
export function anIp(whose: string = newId()): string {
  const n = networks.size
  const ip = networks.get(whose) ?? `10.${Math.floor(n / 65_536)}.${Math.floor(n / 256) % 256}.${n % 256}`
  networks.set(whose, ip)
  return ip
}

/** A small market: one restaurant with a kitchen in Tokyo, and farms to be added. */
export async function aRestaurant(db: Db, overrides: { approved?: boolean; orderLimitYen?: number } = {}) {
  const restaurantId = newId<'restaurant'>()
  const kitchenId = newId<'kitchen'>()
  const person = await aPerson(db, '灯 料理人')
  await db
    .insertInto('restaurants')
    .values({
      id: restaurantId,
      name: 'ビストロ 灯',
      kana: 'ビストロアカリ',
      crest: '灯',
      representative: '灯 店長',
      businessType: 'フレンチ',
      status: overrides.approved === false ? 'submitted' : 'approved',
      createdAt: noon,
    })
    .execute()
  await db
    .insertInto('kitchens')
    .values({
      id: kitchenId,
      restaurantId,
      name: '神楽坂本店',
      postalCode: '1620825',
      prefectureCode: '13',
      city: '新宿区',
      street: '神楽坂1-2-3',
      building: '',
      place: '神楽坂',
      phone: '03-0000-0001',
      receivingWeekdays: [1, 2, 3, 4, 5, 6],
      receivingNote: '裏口におく',
      defaultSlot: 'am',
    })
    .execute()
  await db
    .insertInto('memberships')
    .values({
      id: newId<'membership'>(),
      personId: person,
      farmId: null,
      restaurantId,
      role: 'staff',
      orderLimitYen: overrides.orderLimitYen ? yen(overrides.orderLimitYen) : null,
    })
    .execute()
  const actor: BuyerActor = {
    kind: 'buyer',
    personId: person,
    name: '灯 料理人',
    role: 'staff',
    restaurantId,
    restaurantApproved: overrides.approved !== false,
    kitchenIds: [kitchenId],
    orderLimitYen: overrides.orderLimitYen ? yen(overrides.orderLimitYen) : null,
  }
  return { restaurantId, kitchenId, actor }
}

export async function aPerson(db: Db, name: string): Promise<PersonId> {
  const id = newId<'person'>()
  await db
    .insertInto('people')
    .values({
      id,
      email: `${id}@example.jp`,
      name,
      emailVerifiedAt: noon,
      suspendedAt: null,
      createdAt: noon,
    })
    .execute()
  return id
}

type NewAdmin = Omit<Database['admins'], 'role'> & { role: AdminRole }

export async function anAdmin(db: Db, overrides: Partial<NewAdmin> = {}) {
  const adminId = overrides.id ?? newId<'admin'>()
  const admin: Omit<NewAdmin, 'theme' | 'textSize'> = {
    id: adminId,
    email: `${adminId}@example.jp`,
    name: '運営 係',
    phc: '$argon2id$none',
    role: 'full',
    disabledAt: null,
    createdAt: noon,
    ...overrides,
  }
  await db.insertInto('admins').values(admin).execute()
  return { kind: 'staff', adminId, name: admin.name, role: admin.role } as const satisfies Actor
}

export async function aFarm(db: Db, overrides: Partial<Insertable<Database['farms']>> = {}) {
  const farmId = overrides.id ?? newId<'farm'>()
  const person = await aPerson(db, '畑 主人')
  await db
    .insertInto('farms')
    .values({
      id: farmId,
      name: '佐藤農園',
      kana: 'サトウノウエン',
      crest: '佐',
      representative: '佐藤 正男',
      story: '',
      postalCode: '2890000',
      prefectureCode: '12',
      city: '匝瑳市',
      street: '1-1',
      place: '匝瑳',
      phone: '0479-00-0000',
      picture: 'farm-01',
      status: 'approved',
      shipWeekdays: [1, 2, 3, 4, 5, 6],
      shipsOnHolidays: true,
      packingMinute: 14 * 60,
      cutoffHoursBeforePacking: 26,
      answerHoursAfterCutoff: 2,
      autoAccept: false,
      freeFreightFromYen: null,
      minOrderYen: yen(0),
      createdAt: noon,
      ...overrides,
    })
    .execute()
  await agreeAtSignUp(db, longAgo, { farmId, personId: person, commissionBp: 1_200 })
  const actor: FarmActor = {
    kind: 'farm',
    personId: person,
    name: '畑 主人',
    role: 'owner',
    farmId,
    farmApproved: true,
    rights: 'all',
  }
  await db
    .insertInto('memberships')
    .values({
      id: newId<'membership'>(),
      personId: person,
      farmId,
      restaurantId: null,
      role: 'owner',
      orderLimitYen: null,
    })
    .execute()
  return { farmId, actor }
}

type ProductOverrides = Partial<Insertable<Database['products']>> & { stock?: number }

export async function aProduct(
  db: Db,
  farmId: FarmId,
  { stock = 100, ...overrides }: ProductOverrides = {},
): Promise<ProductId> {
  const id = overrides.id ?? newId<'product'>()
  const product: Insertable<Database['products']> = {
    id,
    farmId,
    name: '人参',
    kana: 'ニンジン',
    itemKey: 'carrot',
    category: 'root',
    description: '',
    method: 'conventional',
    grade: '秀 L',
    temperature: 'ambient',
    airAllowed: true,
    taxKind: 'food',
    unitLabel: '箱',
    packLabel: '5kg箱',
    priceYen: yen(1_500),
    catchWeight: false,
    netGrams: grams(5_000),
    pieceCount: null,
    tolerancePercent: null,
    grossGrams: grams(5_400),
    sizePoints: 18,
    orderStep: 1,
    minQty: 1,
    maxQty: 999,
    seasonMonths: [11],
    peakMonths: [11],
    storageNote: '',
    tasteNote: '',
    packingNote: '',
    picture: 'carrot',
    status: 'listed',
    createdAt: noon,
    listedAt: noon,
    ...overrides,
  }
  await db.insertInto('products').values(product).execute()
  await db.insertInto('productStock').values({ productId: id, availableQty: stock }).execute()
  await db
    .insertInto('productSearch')
    .values({
      productId: id,
      farmId,
      category: product.category,
      prefectureCode: '12',
      temperature: product.temperature,
      airAllowed: product.airAllowed,
      priceYen: product.priceYen,
      inStock: stock > 0,
      seasonMonths: product.seasonMonths,
      listedAt: product.listedAt ?? noon,
      searchText: searchKey(`${product.name} ${product.kana}`),
    })
    .execute()
  return id
}

/** A whole bird, priced by the kilogram: 不定貫, nominal 1.8 kg, ±10 %. */
export const aBird = (db: Db, farmId: FarmId, overrides: ProductOverrides = {}) =>
  aProduct(db, farmId, {
    name: '地鶏 丸',
    kana: 'ジドリ マル',
    itemKey: 'jidori',
    category: 'meat',
    temperature: 'chilled',
    unitLabel: '羽',
    packLabel: '1羽 約1.8kg',
    priceYen: yen(2_400),
    catchWeight: true,
    netGrams: grams(1_800),
    tolerancePercent: 10,
    grossGrams: grams(2_000),
    sizePoints: 10,
    picture: 'jidori',
    storageNote: '10℃以下',
    facts: { origin: '千葉県', animalPart: '鶏 丸', meatProcessor: 'さんの鶏舎 千葉県匝瑳市1-1' },
    ...overrides,
  })

export async function aLot(db: Db, farmId: FarmId, productId: ProductId, harvestedOn = '2026-11-24'): Promise<LotId> {
  const id = newId<'lot'>()
  await db
    .insertInto('lots')
    .values({
      id,
      farmId,
      productId,
      code: '261124-A',
      harvestedOn: jstDate(harvestedOn),
      bestBeforeOn: null,
      createdAt: noon,
    })
    .execute()
  return id
}

/** The context of a use case; an actor with an account but without a session has just signed in. */
export const as = (db: Db, actor: Actor, now: Date = noon): Ctx => ({ db, actor: justSignedIn(actor, now), now })

function justSignedIn(actor: Actor, now: Date): Actor {
  if (actor.kind === 'visitor' || actor.kind === 'system' || actor.session) return actor
  return { ...actor, session: { key: 'session-of-a-test', authTime: now, aal: 2 } }
}

let keys = 0
/** A fresh idempotency key. */
export const aKey = (): string => `test-key-${process.pid}-${keys++}`

export type Market = {
  chef: BuyerActor
  kitchenId: KitchenId
  farms: { farmId: FarmId; actor: FarmActor; productId: ProductId }[]
}

/** Three farms as in the main job: carrots (ambient), komatsuna (chilled) and a bird by weight (chilled). */
export async function aMarket(db: Db): Promise<Market> {
  const { actor: chef, kitchenId } = await aRestaurant(db)
  const roots = await aFarm(db, { name: 'いちの畑' })
  const leaves = await aFarm(db, { name: 'にの畑', minOrderYen: yen(1_000) })
  const birds = await aFarm(db, { name: 'さんの鶏舎', freeFreightFromYen: yen(20_000) })
  return {
    chef,
    kitchenId,
    farms: [
      { ...roots, productId: await aProduct(db, roots.farmId) },
      {
        ...leaves,
        productId: await aProduct(db, leaves.farmId, {
          name: '小松菜',
          kana: 'コマツナ',
          category: 'leaf',
          temperature: 'chilled',
          priceYen: yen(2_200),
          picture: 'komatsuna',
        }),
      },
      { ...birds, productId: await aBird(db, birds.farmId) },
    ],
  }
}
