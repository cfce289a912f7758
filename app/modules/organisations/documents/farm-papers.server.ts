import { requireFarm } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { newId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { GoodsKind } from '#kernel/words.ts'
import { notify } from '#modules/outbox/notify.server.ts'
import { goodsKindWord } from '../approval/requirements.ts'
import { farmPaperArrived } from './lapsed-mails.server.tsx'

export type ShownLapsed = { kind: GoodsKind; word: string; endedOn: JstDate | null; arrived: boolean }

/**
 * What the user's own farm may not sell for now, when the document expired, and whether a newer one is being checked.
 */
export async function ownLapsedGoods(ctx: Ctx): Promise<ShownLapsed[]> {
  const { farmId } = requireFarm(ctx.actor)
  const rows = await ctx.db
    .selectFrom('lapsed_goods')
    .innerJoin('documents', 'documents.id', 'lapsed_goods.document_id')
    .select(['goods_kind as kind', 'documents.expires_on as endedOn'])
    .select((is) =>
      is
        .exists(
          is
            .selectFrom('documents as newer')
            .select('newer.id')
            .whereRef('newer.farm_id', '=', 'lapsed_goods.farm_id')
            .whereRef('newer.added_at', '>', 'documents.added_at')
            .where('newer.checked_at', 'is', null)
            .where('newer.removed_at', 'is', null),
        )
        .$castTo<boolean>()
        .as('arrived'),
    )
    .where('lapsed_goods.farm_id', '=', farmId)
    .orderBy('lapsed_goods.goods_kind')
    .execute()
  return rows.map((row) => ({ ...row, word: goodsKindWord[row.kind] }))
}

/** Notifies staff that an active farm has uploaded a document; in the transaction that stores it. */
export async function tellOfFarmPaper(ctx: Ctx): Promise<void> {
  const { farmId } = requireFarm(ctx.actor)
  const { name } = await ctx.db.selectFrom('farms').select('name').where('id', '=', farmId).executeTakeFirstOrThrow()
  const lapsed = (await ownLapsedGoods(ctx)).map(({ word }) => word).join('、')
  await notify(ctx.db, ctx.now, {
    key: `farm:${farmId}:paper:${newId()}`,
    kind: farmPaperArrived,
    to: 'staff',
    data: { farmId, name, lapsed },
  })
}
