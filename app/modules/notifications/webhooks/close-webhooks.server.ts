import type { DbOrTx } from '#authorization/ctx.ts'
import type { WebhookId } from '#kernel/ids.ts'

/** Ends webhooks: their programs receive nothing more, and pending messages are not sent. */
export async function closeWebhooks(db: DbOrTx, now: Date, ids: readonly WebhookId[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('webhooks').set({ ended_at: now }).where('id', 'in', ids).execute()
  await db
    .updateTable('webhook_deliveries')
    .set({ due_at: null, failed_at: now, last_error: '送信先が停止されました' })
    .where('webhook_id', 'in', ids)
    .where('due_at', 'is not', null)
    .execute()
}
