import type { WatchKind } from '#kernel/enums.ts'
import { addDays, addHours, jstDateOf } from '#kernel/jst.ts'
import type { Row } from './bulk.ts'
import type { SeedFarm } from './farms.ts'
import type { MakeId } from './ids.ts'
import type { SeedProduct } from './products.ts'
import type { SeedRestaurant } from './restaurants.ts'

/** Favourites and alerts of the demo restaurant's members. */
export function makeKeepsakes(
  [shop]: readonly SeedRestaurant[],
  products: readonly SeedProduct[],
  now: Date,
  id: MakeId,
): { favourites: Row<'favourites'>[]; watches: Row<'watches'>[] } {
  if (!shop) return { favourites: [], watches: [] }
  const listed = products.filter(({ row }) => row.status === 'listed')
  const resting = products.filter(({ row, farm }) => row.status === 'paused' && farm.row.status === 'approved')
  const soldOut = listed.filter(({ availableQty }) => availableQty === 0)
  // of different farms, so that the page shows more than one
  const liked = [...new Map(listed.map((product) => [product.farm.row.id, product])).values()].slice(0, 6)
  const people = [shop.buyer, shop.owner]
  const at = (hours: number) => addHours(now, -hours)
  const favourites = people.flatMap((person, turn) => [
    ...[...liked.slice(turn * 2, turn * 2 + 4), ...resting.slice(0, 1)].map(({ row }, index) => ({
      personId: person.id,
      productId: row.id,
      farmId: null,
      createdAt: at(24 + index * 30),
    })),
    ...liked.slice(0, 3).map(({ farm }, index) => ({
      personId: person.id,
      productId: null,
      farmId: farm.row.id,
      createdAt: at(40 + index * 50),
    })),
  ])
  const watch = (kind: WatchKind, of: Partial<Row<'watches'>>): Row<'watches'> => ({
    id: id(at(20)),
    personId: shop.buyer.id,
    kind,
    productId: null,
    farmId: null,
    words: null,
    seenPriceYen: null,
    createdAt: at(20),
    toldAt: now,
    ...of,
  })
  const [favourite] = liked
  const [rests] = resting
  const [gone] = soldOut
  return {
    favourites,
    watches: [
      watch('words', { words: '生わさび 安曇野' }),
      ...(favourite
        ? [
            watch('new_of_farm', { farmId: favourite.farm.row.id }),
            watch('price_change', { productId: favourite.row.id, seenPriceYen: favourite.row.priceYen }),
          ]
        : []),
      ...(rests ? [watch('in_season', { productId: rests.row.id })] : []),
      ...(gone ? [watch('back_in_stock', { productId: gone.row.id })] : []),
    ],
  }
}

const certifiedFarms = 12

/** Certificates of farms with certified growing methods: checked by staff, and expiring on different days. */
export function makeCertificates(
  farms: readonly SeedFarm[],
  { id: adminId }: Pick<Row<'admins'>, 'id'>,
  now: Date,
  id: MakeId,
): Row<'documents'>[] {
  const today = jstDateOf(now)
  return farms
    .filter(
      ({ row, method }) => row.status === 'approved' && (method === 'jas_organic' || method === 'specially_cultivated'),
    )
    .slice(0, certifiedFarms)
    .map(({ row, method }, index) => ({
      id: id(row.createdAt),
      kind: 'certificate',
      draftHash: null,
      farmId: row.id,
      restaurantId: null,
      fileKey: certificateKey(index),
      mediaType: 'application/pdf',
      fileName: '認証書.pdf',
      goodsKinds: [],
      byteCount: 1_000,
      number: `見本-${String(index + 1).padStart(4, '0')}`,
      authority: method === 'jas_organic' ? '有機農産物認証機関（見本）' : '特別栽培農産物認証（県・見本）',
      holder: row.name,
      issuedOn: addDays(today, -200),
      expiresOn: addDays(today, 120 + 20 * index),
      addedAt: row.createdAt,
      removedAt: null,
      checkedAt: addHours(row.createdAt, 2),
      checkedBy: adminId,
    }))
}

/** 32 characters of 0-9a-z, the same in every demo. */
const certificateKey = (index: number): string => `democertificate${String(index).padStart(17, '0')}`

export const certificateKeys = (rows: readonly Row<'documents'>[]): string[] => rows.map(({ fileKey }) => fileKey)
