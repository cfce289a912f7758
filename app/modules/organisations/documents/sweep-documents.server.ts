import type { Ctx } from '#access/ctx.ts'
import { addHours } from '#kernel/jst.ts'
import type { FileStore } from '#modules/photos/file-store.ts'

/**
 * Removes files that no row speaks of: of a sign-up that ran out, or of a transaction that failed. A day old at
 * least, so that no paper is just being kept. How many were removed; null for none.
 */
export async function sweepDocuments({ db, now }: Omit<Ctx, 'actor'>, files: FileStore): Promise<number | null> {
  const before = addHours(now, -24)
  let swept = 0
  for await (const { key, writtenAt } of files.list('documents')) {
    if (writtenAt >= before) continue
    const fileKey = key.split('/').at(-1) ?? ''
    const row = await db.selectFrom('documents').select('id').where('file_key', '=', fileKey).executeTakeFirst()
    if (row) continue
    await files.delete(key)
    swept += 1
  }
  return swept || null
}
