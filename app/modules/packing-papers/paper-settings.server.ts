import { requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import type { PaperChoice } from './paper-choice.ts'
import { paperParts } from './paper-parts.ts'

export type PaperSettings = Omit<PaperChoice, 'day' | 'start'>

/** As the farm printed last; all papers on sheets of twelve until it has printed. */
export const paperSettings = query('packing_papers.see', async (ctx): Promise<PaperSettings> => {
  const { farmId } = requireFarm(ctx.actor)
  seeOrNotFound(ctx.actor, 'packing_papers.see', { farmId })
  const kept = await ctx.db
    .selectFrom('packingPaperSettings')
    .select(['parts', 'sheet', 'rightTenths', 'downTenths'])
    .where('farmId', '=', farmId)
    .executeTakeFirst()
  return kept ?? { parts: [...paperParts], sheet: 'a4_12', rightTenths: 0, downTenths: 0 }
})

/** Two who print at once: the later one counts. */
export async function keepSettings({ db, now }: Ctx, farmId: FarmId, settings: PaperSettings): Promise<void> {
  const { parts, sheet, rightTenths, downTenths } = settings
  const row = { parts, sheet, rightTenths, downTenths, changedAt: now }
  await db
    .insertInto('packingPaperSettings')
    .values({ farmId, ...row })
    .onConflict((conflict) => conflict.column('farmId').doUpdateSet(row))
    .execute()
}
