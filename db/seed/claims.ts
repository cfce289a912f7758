import sharp from 'sharp'
import type { Actor } from '../../app/authorization/actor.ts'
import type { Db } from '../../app/infra/db/kysely.server.ts'
import type { ClaimReason, ClaimWish, RemedyKind } from '../../app/kernel/enums.ts'
import type { OrderId } from '../../app/kernel/ids.ts'
import { addHours } from '../../app/kernel/jst.ts'
import type { ClaimTransition } from '../../app/modules/ordering/claim-process.ts'
import { lockClaim, moveClaim } from '../../app/modules/ordering/claims/claim-store.server.ts'
import { writeSettlement } from '../../app/modules/ordering/claims/settle-claim.server.ts'
import { writeClaim } from '../../app/modules/ordering/claims/write-claim.server.ts'
import { linesOf, lockOrder } from '../../app/modules/ordering/order-store.server.ts'
import { keepPhoto } from '../../app/modules/photos/keep-photo.server.ts'
import type { SeedFarm } from './farms.ts'
import type { SeedRestaurant } from './restaurants.ts'

type Files = { put(key: string, bytes: Uint8Array): Promise<void> }

type Told = {
  /** Which demo farm's last delivery, and which of its lines. */
  farm: number
  line: number
  hoursAgo: number
  reason: ClaimReason
  wish: ClaimWish
  words: string
  steps: readonly {
    name: Exclude<ClaimTransition, 'open' | 'sendBack'>
    hoursAgo: number
    by: 'farm' | 'buyer'
    percent?: number
    /** What the farm offers; a lower price, or nothing, where it is left out. */
    kind?: RemedyKind
    words: string
  }[]
}

/**
 * One that waits for the farm, one for the kitchen, one for staff, one with a replacement, and one that settled
 * automatically.
 */
const told: readonly Told[] = [
  {
    farm: 0,
    line: 0,
    hoursAgo: 16,
    reason: 'spoiled',
    wish: 'replacement',
    words: '切ってみたら、芯のところが茶色くなっていました。次のお届けで、かわりをいただけると助かります。',
    steps: [],
  },
  {
    farm: 1,
    line: 0,
    hoursAgo: 40,
    reason: 'temperature',
    wish: 'price_reduction',
    words: '箱の中がぬるく、葉が少ししんなりしていました。炒めものには使えそうです。',
    steps: [
      {
        name: 'answer',
        hoursAgo: 3,
        by: 'farm',
        percent: 50,
        words: '予冷はしていましたが、暖かい日でした。使っていただけるとのことなので、半分引かせてください。',
      },
    ],
  },
  {
    farm: 2,
    line: 0,
    hoursAgo: 90,
    reason: 'wrong',
    wish: 'credit',
    words: '頼んだものとちがう品種が入っていました。',
    steps: [
      {
        name: 'answer',
        hoursAgo: 60,
        by: 'farm',
        percent: 0,
        words: '送る前の写真では、ご注文の品種です。見分けのつきにくい品種なので、確かめていただけますか。',
      },
      { name: 'escalate', hoursAgo: 30, by: 'buyer', words: '断面の色が、いつもの品とちがいます。見てください。' },
    ],
  },
  {
    farm: 3,
    line: 0,
    hoursAgo: 50,
    reason: 'damaged',
    wish: 'replacement',
    words: '箱の角がつぶれて、ひとつ使えませんでした。次のお届けで、かわりをお願いします。',
    steps: [
      { name: 'answer', hoursAgo: 30, by: 'farm', percent: 100, kind: 'replacement', words: '' },
      { name: 'takeOffer', hoursAgo: 28, by: 'buyer', words: '' },
    ],
  },
  {
    farm: 0,
    line: 1,
    hoursAgo: 18,
    reason: 'damaged',
    wish: 'credit',
    words: '箱の下のほうが、ひとつつぶれていました。',
    steps: [],
  },
]

/** A dented carton with its contents, as a kitchen would photograph it. */
const dented = (hue: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 60" width="960" height="720">
  <rect width="80" height="60" fill="#8d8f92"/><rect y="42" width="80" height="18" fill="#6f7276"/>
  <path d="M14 20l40-6 14 8-4 28-44 4z" fill="#c49a63"/><path d="M14 20l40-6 14 8-42 5z" fill="#dcb880"/>
  <path d="M26 27l-4 26 18-2 3-8 7 7 14-1 4-27z" fill="#b0864f"/><path d="M40 51l3-8 7 7z" fill="#7c5a30"/>
  <g fill="${hue}"><circle cx="46" cy="47" r="5"/><circle cx="54" cy="49" r="4"/><circle cx="38" cy="50" r="3.500"/></g>
  <path d="M36 53c6 3 14 3 22 1l-3 3H39z" fill="${hue}" opacity=".7"/>
</svg>`

/** The demo kitchen's claims about its last deliveries, in different states. */
export async function tellClaims(
  db: Db,
  files: Files,
  { shop, farms, now }: { shop: SeedRestaurant; farms: readonly SeedFarm[]; now: Date },
): Promise<void> {
  const buyer: Actor = {
    kind: 'buyer',
    role: 'staff',
    personId: shop.buyer.id,
    name: shop.buyer.name,
    restaurantId: shop.row.id,
    restaurantApproved: true,
    kitchenIds: [],
    orderLimitYen: null,
  }
  const store = { ...files, get: async () => null, delete: async () => {}, list: async function* () {} }
  for (const [index, one] of told.entries()) {
    const farm = farms[one.farm]
    if (!farm) continue
    const orderId = await lastDelivery(db, shop, farm, addHours(now, -one.hoursAgo))
    if (!orderId) continue
    const ctx = { db, actor: buyer, now: addHours(now, -one.hoursAgo) }
    const order = await lockOrder(db, orderId)
    const line = ((await linesOf(db, [orderId])).get(orderId) ?? [])[one.line]
    const shipped = line?.quantities.shipped
    if (!line || !shipped || shipped.qty === 0 || line.catchWeight) continue
    const form = `demo-claim-${index}`
    const bytes = new Uint8Array(
      await sharp(Buffer.from(dented(['#c8321f', '#3f7a35', '#d98a2b', '#c8321f'][index] ?? '#c8321f')))
        .jpeg()
        .toBuffer(),
    )
    const kept = await keepPhoto(ctx, { bytes, formKey: form }, store)
    const opened = await writeClaim(
      ctx,
      order,
      line,
      {
        lineId: line.id,
        reason: one.reason,
        usable: { qty: shipped.qty - 1, grams: null },
        wish: one.wish,
        words: one.words,
        hidden: true,
        photos: kept.ok ? [kept.value.key] : [],
      },
      // the notification was sent at the time
      { photoForm: form, tell: async () => {} },
    )
    if (!opened.ok) continue
    const grower: Actor = {
      kind: 'farm',
      role: 'owner',
      personId: farm.owner.id,
      name: farm.owner.name,
      farmId: farm.row.id,
      farmApproved: true,
      rights: 'all',
    }
    for (const step of one.steps) {
      const { claim } = await lockClaim(db, opened.value.claimId)
      const by = { db, actor: step.by === 'farm' ? grower : buyer, now: addHours(now, -step.hoursAgo) }
      const { percent, words } = step
      const kind = step.kind ?? (percent === 0 ? ('none' as const) : ('price_reduction' as const))
      const offer = percent === undefined ? {} : { offer: { kind, percent, words } }
      const moved = await moveClaim(by, order, claim, step.name, { ...offer, reason: words || undefined })
      if (step.name === 'takeOffer' && moved.claim.offer)
        await writeSettlement(
          by,
          { order, claim: moved.claim },
          { remedy: moved.claim.offer, borneBy: 'farm', eventId: moved.eventId },
        )
    }
  }
  // notifications of the past are not sent again
  await db.deleteFrom('orderNews').execute()
}

async function lastDelivery(db: Db, shop: SeedRestaurant, farm: SeedFarm, before: Date): Promise<OrderId | null> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('restaurantId', '=', shop.row.id)
    .where('farmId', '=', farm.row.id)
    .where('state', '=', 'finalized')
    .where('deliveredAt', '<', before)
    .orderBy('deliveredAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
