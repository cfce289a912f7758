import { requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { GoodsKind } from '#kernel/enums.ts'
import { newId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { goodsKindWord } from '../approval/requirements.ts'
import { farmPaperArrived } from './lapsed-mails.server.tsx'

export type ShownLapsed = { kind: GoodsKind; word: string; endedOn: JstDate | null; arrived: boolean }

/**
 * What the user's own farm may not sell for now, when the document expired, and whether a newer one is being checked.
 */
export const ownLapsedGoods = query('own', async (ctx): Promise<ShownLapsed[]> => {
  const { farmId } = requireFarm(ctx.actor)
  const rows = await ctx.db
    .selectFrom('lapsedProducts')
    .innerJoin('documents', 'documents.id', 'lapsedProducts.documentId')
    .select(['goodsKind as kind', 'documents.expiresOn as endedOn'])
    .select((is) =>
      is
        .exists(
          is
            .selectFrom('documents as newer')
            .select('newer.id')
            .whereRef('newer.farmId', '=', 'lapsedProducts.farmId')
            .whereRef('newer.addedAt', '>', 'documents.addedAt')
            .where('newer.checkedAt', 'is', null)
            .where('newer.removedAt', 'is', null),
        )
        .$castTo<boolean>()
        .as('arrived'),
    )
    .where('lapsedProducts.farmId', '=', farmId)
    .orderBy('lapsedProducts.goodsKind')
    .execute()
  return rows.map((row) => ({ ...row, word: goodsKindWord[row.kind] }))
})

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
