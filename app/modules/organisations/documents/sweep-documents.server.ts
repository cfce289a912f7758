import type { Ctx } from '#authorization/ctx.ts'
import { addHours } from '#kernel/jst.ts'
import type { FileStore } from '#modules/photos/file-store.ts'

/**
 * Deletes files without a row: of an expired sign-up, or of a failed transaction. At least a day old, so that no
 * document is just being stored. Returns how many were deleted; null for none.
 */
export async function sweepDocuments({ db, now }: Omit<Ctx, 'actor'>, files: FileStore): Promise<number | null> {
  const before = addHours(now, -24)
  let swept = 0
  for await (const { key, writtenAt } of files.list('documents')) {
    if (writtenAt >= before) continue
    const fileKey = key.split('/').at(-1) ?? ''
    const row = await db.selectFrom('documents').select('id').where('fileKey', '=', fileKey).executeTakeFirst()
    if (row) continue
    await files.delete(key)
    swept += 1
  }
  return swept || null
}
