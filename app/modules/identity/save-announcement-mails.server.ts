import { requirePerson } from '#authorization/recent-auth.ts'
import { ok } from '#kernel/result.ts'
import { YesNo } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { noRefusals, repeatable } from '#modules/audit-log/use-case.server.ts'
import { mailAgain } from '#modules/notifications/notification-settings.server.ts'

/**
 * Which optional notifications the user wants besides those needed to trade; saving unchanged values leaves no trace.
 */
export const saveAnnouncementMails = repeatable({
  name: 'person.save_announcement_mails',
  permission: 'own',
  input: { announcementMails: YesNo, priceMails: YesNo },
  refusals: noRefusals,
  run: async (ctx, { announcementMails, priceMails }) => {
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
    return ok(null)
  },
})
