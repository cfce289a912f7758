import { createHash } from 'node:crypto'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import type { Row } from './bulk.ts'
import type { MakeId } from './ids.ts'
import { paperOf } from './papers.ts'
import type { SeedRestaurant } from './restaurants.ts'

/** The 営業許可証 of ビストロ 灯, checked long ago, which expires in six weeks: to show the reminder. */
export function licenceOf({ row: shop, owner }: SeedRestaurant, admin: Row<'admins'>, now: Date, id: MakeId) {
  const { mediaType, bytes } = paperOf('cafe')
  const today = jstDateOf(now)
  const row: Row<'documents'> = {
    id: id(shop.createdAt),
    kind: 'business_licence',
    draftHash: null,
    farmId: null,
    restaurantId: shop.id,
    fileKey: createHash('sha256').update('demo licence').digest('hex').slice(0, 32),
    mediaType,
    fileName: '営業許可証.jpg',
    byteCount: bytes.length,
    number: '新保生食 第12345号',
    authority: '新宿区保健所',
    holder: owner.name,
    issuedOn: addDays(today, -1_784),
    expiresOn: addDays(today, 42),
    addedAt: shop.createdAt,
    removedAt: null,
    checkedAt: shop.createdAt,
    checkedBy: admin.id,
    goodsKinds: [],
  }
  return { row, bytes }
}
