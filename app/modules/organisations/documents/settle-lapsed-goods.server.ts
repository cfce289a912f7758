import type { Actor } from '#authorization/actor.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { GoodsKind } from '#kernel/enums.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import type { FarmId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { goodsKindWord } from '../approval/requirements.ts'
import { tellOwners } from '../approval/tell-members.server.ts'
import { type DocumentFacts, documentKindWord } from './document.ts'
import { documentsOf } from './keep-document.server.ts'
import { type LapsedGoods, lapsedGoods } from './lapsed-goods.ts'
import { goodsLapsed, goodsLifted } from './lapsed-mails.server.tsx'

/**
 * For every active farm: hides what may no longer be sold since the day has changed, and restores what may. Each farm
 * separately; running it again changes nothing. Returns for how many farms something changed; null for none.
 */
export async function settleAllLapsedGoods(parts: Omit<Ctx, 'actor'>): Promise<number | null> {
  const today = jstDateOf(parts.now)
  const rows = await parts.db
    .selectFrom('farms')
    .select('id')
    .where('status', '=', 'approved')
    .where((is) =>
      is.or([
        is.exists(is.selectFrom('lapsedProducts').select('farmId').whereRef('farmId', '=', 'farms.id')),
        is.exists(
          is
            .selectFrom('documents')
            .select('documents.id')
            .whereRef('documents.farmId', '=', 'farms.id')
            .where('expiresOn', '<', today),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
  let changed = 0
  for (const { id } of rows)
    changed += await parts.db
      .transaction()
      .execute((db) => settleLapsedGoods({ ...parts, db, actor: { kind: 'system' } }, id))
  return changed || null
}

/**
 * Updates what is stored about a farm's products to match its current documents: the fact used by lists, carts and
 * orders, the history, and the mail to its owners, in the caller's transaction. The farm is locked first, so that a
 * concurrent order is placed either before or after. 1 if something changed.
 */
export async function settleLapsedGoods(by: By, farmId: FarmId): Promise<number> {
  const { db, now } = by
  const farm = await db
    .selectFrom('farms')
    .select(['id', 'name', 'goodsKinds as goods', 'status'])
    .where('id', '=', farmId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const papers = await documentsOf(db, { farmId }, { removed: true })
  const lapsed = lapsedGoods(farm.goods, papers, jstDateOf(now))
  const stood = await db.selectFrom('lapsedProducts').select('goodsKind as kind').where('farmId', '=', farmId).execute()
  // an inactive farm is not notified; it is settled once it is active
  const fresh = farm.status === 'approved' ? lapsed.filter((it) => !isAmong(it, stood)) : []
  const lifted = stood.filter((it) => !isAmong(it, lapsed)).map(({ kind }) => kind)
  if (fresh.length > 0) await stop(by, farm, fresh, papers)
  if (lifted.length > 0) await lift(by, farm, lifted)
  return fresh.length + lifted.length > 0 ? 1 : 0
}

type By = { db: DbOrTx; now: Date; actor: Actor }
type Told = { id: FarmId; name: string }

const isAmong = ({ kind }: { kind: GoodsKind }, others: readonly { kind: GoodsKind }[]) =>
  others.some((other) => other.kind === kind)

async function stop(by: By, farm: Told, lapsed: readonly LapsedGoods[], papers: readonly DocumentFacts[]) {
  const { db, now } = by
  await db
    .insertInto('lapsedProducts')
    .values(
      lapsed.map(({ kind, documentId }) => ({
        farmId: farm.id,
        goodsKind: kind,
        documentId,
        since: now,
      })),
    )
    .execute()
  const goods = wordsOf(lapsed.map(({ kind }) => kind))
  const ended = papers
    .filter(({ id }) => lapsed.some(({ documentId }) => documentId === id))
    .map((it) => `${documentKindWord[it.kind]}（${it.expiresOn ? formatDayWithYear(it.expiresOn) : ''}まで）`)
  const eventId = await recordEvent(db, by, { kind: 'goods_lapsed', aboutFarmId: farm.id, data: { goods } })
  await tellOwners(
    db,
    now,
    { farmId: farm.id },
    {
      key: `goods:${eventId}`,
      kind: goodsLapsed,
      data: { name: farm.name, goods, papers: ended.join('、') },
    },
  )
}

async function lift(by: By, farm: Told, kinds: readonly GoodsKind[]) {
  const { db, now } = by
  await db.deleteFrom('lapsedProducts').where('farmId', '=', farm.id).where('goodsKind', 'in', kinds).execute()
  const goods = wordsOf(kinds)
  const eventId = await recordEvent(db, by, { kind: 'goods_lifted', aboutFarmId: farm.id, data: { goods } })
  await tellOwners(
    db,
    now,
    { farmId: farm.id },
    {
      key: `goods:${eventId}`,
      kind: goodsLifted,
      data: { name: farm.name, goods },
    },
  )
}

const wordsOf = (kinds: readonly GoodsKind[]) => kinds.map((kind) => goodsKindWord[kind]).join('、')
