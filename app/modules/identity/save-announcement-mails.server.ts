import type { Ctx } from '#authorization/ctx.ts'
import { requirePerson } from '#authorization/recent-auth.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mailAgain } from '#modules/notifications/notification-settings.server.ts'

/**
 * Which optional notifications the user wants besides those needed to trade; saving unchanged values leaves no trace.
 */
export async function saveAnnouncementMails(
  ctx: Ctx,
  { announcementMails, priceMails }: { announcementMails: boolean; priceMails: boolean },
): Promise<void> {
  const { personId } = requirePerson(ctx.actor)
  await ctx.db.transaction().execute(async (db) => {
    const changed = await db
      .updateTable('people')
      .set({ announcementMails, priceMails })
      .where('id', '=', personId)
      .where((is) => is.or([is('announcementMails', '<>', announcementMails), is('priceMails', '<>', priceMails)]))
      .returning('id')
      .executeTakeFirst()
    const on = [...(announcementMails ? ['announcement' as const] : []), ...(priceMails ? ['price' as const] : [])]
    await mailAgain(db, personId, on)
    if (changed)
      await recordEvent(db, ctx, {
        kind: 'notices_changed',
        aboutPersonId: personId,
        data: { announcementMails, priceMails },
      })
  })
}
