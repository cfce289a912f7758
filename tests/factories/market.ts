import type { Insertable } from 'kysely'
import type { Actor, BuyerActor, FarmActor } from '../../app/authorization/actor.ts'
import type { Ctx } from '../../app/authorization/ctx.ts'
import type { Db } from '../../app/infra/db/kysely.server.ts'
import type { Database } from '../../app/infra/db/schema.ts'
import { grams } from '../../app/kernel/grams.ts'
import { type FarmId, type KitchenId, type LotId, newId, type PersonId, type ProductId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { searchKey } from '../../app/kernel/text.ts'
import { yen } from '../../app/kernel/yen.ts'

/** Tuesday noon; the farms below ship every day but Sunday and take orders until noon of the day before. */
export const noon = at('2026-11-24 11:00')

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
      business_type: 'フレンチ',
      status: overrides.approved === false ? 'submitted' : 'approved',
      created_at: noon,
    })
    .execute()
  await db
    .insertInto('kitchens')
    .values({
      id: kitchenId,
      restaurant_id: restaurantId,
      name: '神楽坂本店',
      postal_code: '1620825',
      prefecture_code: '13',
      city: '新宿区',
      street: '神楽坂1-2-3',
      building: '',
      place: '神楽坂',
      phone: '03-0000-0001',
      receiving_weekdays: [1, 2, 3, 4, 5, 6],
      receiving_note: '裏口におく',
      default_slot: 'am',
    })
    .execute()
  await db
    .insertInto('memberships')
    .values({
      id: newId<'membership'>(),
      person_id: person,
      farm_id: null,
      restaurant_id: restaurantId,
      role: 'staff',
      order_limit_yen: overrides.orderLimitYen ? yen(overrides.orderLimitYen) : null,
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
      email_verified_at: noon,
      suspended_at: null,
      created_at: noon,
    })
    .execute()
  return id
}

export async function anAdmin(db: Db, overrides: Partial<Database['admins']> = {}) {
  const adminId = overrides.id ?? newId<'admin'>()
  const admin = {
    id: adminId,
    email: `${adminId}@example.jp`,
    name: '運営 係',
    phc: '$argon2id$none',
    disabled_at: null,
    created_at: noon,
    ...overrides,
  }
  await db.insertInto('admins').values(admin).execute()
  return { kind: 'staff', adminId, name: admin.name } as const satisfies Actor
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
      postal_code: '2890000',
      prefecture_code: '12',
      city: '匝瑳市',
      street: '1-1',
      place: '匝瑳',
      phone: '0479-00-0000',
      picture: 'farm-01',
      status: 'approved',
      invoice_registration_number: null,
      commission_bp: 1200,
      ship_weekdays: [1, 2, 3, 4, 5, 6],
      ships_on_holidays: true,
      packing_minute: 14 * 60,
      cutoff_hours_before_packing: 26,
      answer_hours_after_cutoff: 2,
      auto_accept: false,
      free_freight_from_yen: null,
      min_order_yen: yen(0),
      created_at: noon,
      ...overrides,
    })
    .execute()
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
      person_id: person,
      farm_id: farmId,
      restaurant_id: null,
      role: 'owner',
      order_limit_yen: null,
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
    farm_id: farmId,
    name: '人参',
    kana: 'ニンジン',
    item_key: 'carrot',
    category: 'root',
    description: '',
    method: 'conventional',
    grade: '秀 L',
    temperature: 'ambient',
    air_allowed: true,
    tax_kind: 'food',
    unit_label: '箱',
    pack_label: '5kg箱',
    price_yen: yen(1_500),
    catch_weight: false,
    net_grams: grams(5_000),
    piece_count: null,
    tolerance_percent: null,
    gross_grams: grams(5_400),
    size_points: 18,
    order_step: 1,
    min_qty: 1,
    max_qty: 999,
    season_months: [11],
    peak_months: [11],
    storage_note: '',
    taste_note: '',
    packing_note: '',
    picture: 'carrot',
    status: 'listed',
    created_at: noon,
    listed_at: noon,
    ...overrides,
  }
  await db.insertInto('products').values(product).execute()
  await db.insertInto('product_stock').values({ product_id: id, available_qty: stock }).execute()
  await db
    .insertInto('product_search')
    .values({
      product_id: id,
      farm_id: farmId,
      category: product.category,
      prefecture_code: '12',
      temperature: product.temperature,
      air_allowed: product.air_allowed,
      price_yen: product.price_yen,
      in_stock: stock > 0,
      season_months: product.season_months,
      listed_at: product.listed_at ?? noon,
      search_text: searchKey(`${product.name} ${product.kana}`),
    })
    .execute()
  return id
}

/** A whole bird, priced by the kilogram: 不定貫, nominal 1.8 kg, ±10 %. */
export const aBird = (db: Db, farmId: FarmId, overrides: ProductOverrides = {}) =>
  aProduct(db, farmId, {
    name: '地鶏 丸',
    kana: 'ジドリ マル',
    item_key: 'jidori',
    category: 'meat',
    temperature: 'chilled',
    unit_label: '羽',
    pack_label: '1羽 約1.8kg',
    price_yen: yen(2_400),
    catch_weight: true,
    net_grams: grams(1_800),
    tolerance_percent: 10,
    gross_grams: grams(2_000),
    size_points: 10,
    picture: 'jidori',
    ...overrides,
  })

export async function aLot(db: Db, farmId: FarmId, productId: ProductId, harvestedOn = '2026-11-24'): Promise<LotId> {
  const id = newId<'lot'>()
  await db
    .insertInto('lots')
    .values({
      id,
      farm_id: farmId,
      product_id: productId,
      code: '261124-A',
      harvested_on: jstDate(harvestedOn),
      best_before_on: null,
      created_at: noon,
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
  const leaves = await aFarm(db, { name: 'にの畑', min_order_yen: yen(1_000) })
  const birds = await aFarm(db, { name: 'さんの鶏舎', free_freight_from_yen: yen(20_000) })
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
          price_yen: yen(2_200),
          picture: 'komatsuna',
        }),
      },
      { ...birds, productId: await aBird(db, birds.farmId) },
    ],
  }
}
