import { createElement } from 'react'
import { requireFarm } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { newId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { GoodsKind } from '#kernel/words.ts'
import { ourPage } from '#modules/outbox/our-page.ts'
import { queueMail } from '#modules/outbox/queue-mail.server.ts'
import { goodsKindWord } from '../approval/requirements.ts'
import { PaperArrivedMail } from './lapsed-mails.server.tsx'

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
  await queueMail(ctx.db, ctx.now, {
    key: `farm:${farmId}:paper:${newId()}`,
    template: 'farm_paper_arrived',
    to: 'staff',
    subject: `【畝と皿】${name}から書類が届きました`,
    body: createElement(PaperArrivedMail, { name, lapsed, address: ourPage(`/admin/users/farm-${farmId}`) }),
  })
}
