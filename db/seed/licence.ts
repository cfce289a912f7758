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
    id: id(shop.created_at),
    kind: 'business_licence',
    draft_hash: null,
    farm_id: null,
    restaurant_id: shop.id,
    file_key: createHash('sha256').update('demo licence').digest('hex').slice(0, 32),
    media_type: mediaType,
    file_name: '営業許可証.jpg',
    byte_count: bytes.length,
    number: '新保生食 第12345号',
    authority: '新宿区保健所',
    holder: owner.name,
    issued_on: addDays(today, -1_784),
    expires_on: addDays(today, 42),
    added_at: shop.created_at,
    removed_at: null,
    checked_at: shop.created_at,
    checked_by: admin.id,
    goods_kinds: [],
  }
  return { row, bytes }
}
