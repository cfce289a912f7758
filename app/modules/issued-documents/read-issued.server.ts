import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, IssuedDocumentId, RestaurantId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { IssuedPaper } from './issued-paper.ts'

export type IssuedSides = { restaurantId: RestaurantId | null; farmId: FarmId | null }

/** A document for those who may see its money: its restaurant, its farm, staff. To others it does not exist. */
export const issuedDocument = query(
  'order_money.see',
  async ({ db, actor }: Pick<Ctx, 'db' | 'actor'>, id: IssuedDocumentId): Promise<IssuedPaper & IssuedSides> => {
    const row = await db
      .selectFrom('issuedDocuments as d')
      .leftJoin('issuedDocuments as before', 'before.id', 'd.supersedes')
      .select(['d.id', 'd.number', 'd.issuedOn', 'd.content', 'd.contentSha256', 'd.restaurantId', 'd.farmId'])
      .select('before.number as replaces')
      .where('d.id', '=', id)
      .executeTakeFirst()
    if (!row) throw new NotFound('issued document')
    seeOrNotFound(actor, 'order_money.see', row)
    return row
  },
)
