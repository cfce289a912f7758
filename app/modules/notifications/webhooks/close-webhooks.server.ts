import type { DbOrTx } from '#authorization/ctx.ts'
import type { WebhookId } from '#kernel/ids.ts'

/** Ends webhooks: their programs receive nothing more, and pending messages are not sent. */
export async function closeWebhooks(db: DbOrTx, now: Date, ids: readonly WebhookId[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('webhooks').set({ endedAt: now }).where('id', 'in', ids).execute()
  await db
    .updateTable('webhookDeliveries')
    .set({ dueAt: null, failedAt: now, lastError: '送信先が停止されました' })
    .where('webhookId', 'in', ids)
    .where('dueAt', 'is not', null)
    .execute()
}
