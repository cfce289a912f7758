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
  lapsed: Row<'lapsedProducts'>
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
      row.itemKey === 'umeboshi' && row.status === 'listed' && at.status === 'approved' && !owners.has(owner.email),
  )?.farm
  if (!farm) return null
  const today = jstDateOf(now)
  const endedOn = addDays(today, -4)
  const since = momentOf(addDays(endedOn, 1), 1)
  const { mediaType, bytes } = paperOf('pickles')
  const at = farm.row.createdAt
  const document: Row<'documents'> = {
    id: id(at),
    kind: 'permit',
    draftHash: null,
    farmId: farm.row.id,
    restaurantId: null,
    fileKey: createHash('sha256').update('demo lapsed permit').digest('hex').slice(0, 32),
    mediaType,
    fileName: '漬物製造業許可証.jpg',
    byteCount: bytes.length,
    number: '保生食 第0208号',
    authority: `${farm.region.prefecture.name}の保健所`,
    holder: farm.owner.name,
    issuedOn: addDays(endedOn, -1_826),
    expiresOn: endedOn,
    addedAt: at,
    removedAt: null,
    checkedAt: at,
    checkedBy: admin.id,
    goodsKinds: ['pickles'],
  }
  return {
    document,
    lapsed: { farmId: farm.row.id, goodsKind: 'pickles', documentId: document.id, since },
    event: {
      id: id(since),
      at: since,
      kind: 'goods_lapsed',
      actorKind: 'system',
      actorName: '自動',
      personId: null,
      adminId: null,
      ...aboutNothing,
      aboutFarmId: farm.row.id,
      data: { goods: goodsKindWord.pickles },
    },
    bytes,
  }
}
