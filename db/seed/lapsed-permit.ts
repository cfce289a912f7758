import { createHash } from 'node:crypto'
import { addDays, jstDateOf, momentOf } from '#kernel/jst.ts'
import { goodsKindWord } from '#modules/organisations/approval/requirements.ts'
import type { Row } from './bulk.ts'
import { demoFarms } from './demo-farms.ts'
import { aboutNothing } from './event.ts'
import type { MakeId } from './ids.ts'
import { paperOf } from './papers.ts'
import type { SeedProduct } from './products.ts'

type Rows = {
  document: Row<'documents'>
  lapsed: Row<'lapsed_products'>
  event: Row<'events'>
  bytes: Buffer
}

/**
 * A farm whose permit for pickles expired four days ago, and which has submitted no new one; null: no farm here makes
 * any.
 */
export function lapsedPermitOf(
  products: readonly SeedProduct[],
  admin: Row<'admins'>,
  now: Date,
  id: MakeId,
): Rows | null {
  const owners = new Set(demoFarms.map(({ owner }) => owner.email))
  const farm = products.find(
    ({ row, farm: { row: at, owner } }) =>
      row.item_key === 'umeboshi' && row.status === 'listed' && at.status === 'approved' && !owners.has(owner.email),
  )?.farm
  if (!farm) return null
  const today = jstDateOf(now)
  const endedOn = addDays(today, -4)
  const since = momentOf(addDays(endedOn, 1), 1)
  const { mediaType, bytes } = paperOf('pickles')
  const at = farm.row.created_at
  const document: Row<'documents'> = {
    id: id(at),
    kind: 'permit',
    draft_hash: null,
    farm_id: farm.row.id,
    restaurant_id: null,
    file_key: createHash('sha256').update('demo lapsed permit').digest('hex').slice(0, 32),
    media_type: mediaType,
    file_name: '漬物製造業許可証.jpg',
    byte_count: bytes.length,
    number: '保生食 第0208号',
    authority: `${farm.region.prefecture.name}の保健所`,
    holder: farm.owner.name,
    issued_on: addDays(endedOn, -1_826),
    expires_on: endedOn,
    added_at: at,
    removed_at: null,
    checked_at: at,
    checked_by: admin.id,
    goods_kinds: ['pickles'],
  }
  return {
    document,
    lapsed: { farm_id: farm.row.id, goods_kind: 'pickles', document_id: document.id, since },
    event: {
      id: id(since),
      at: since,
      kind: 'goods_lapsed',
      actor_kind: 'system',
      actor_name: '自動',
      person_id: null,
      admin_id: null,
      ...aboutNothing,
      about_farm_id: farm.row.id,
      data: { goods: goodsKindWord.pickles },
    },
    bytes,
  }
}
