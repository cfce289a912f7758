import type { Ctx } from '#authorization/ctx.ts'
import { addHours } from '#kernel/jst.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { issuedFolder } from './document-file.server.ts'

const batchSize = 500

/**
 * Deletes files of issued documents without a row, left where a process ended between writing a file and its row. At least a
 * day old, so that no file is just being stored. Returns how many were deleted; null for none.
 */
export async function sweepIssuedFiles({ db, now }: Omit<Ctx, 'actor'>, files: FileStore): Promise<number | null> {
  const before = addHours(now, -24)
  let old: string[] = []
  let swept = 0
  const sweep = async () => {
    if (old.length === 0) return
    const rows = await db
      .selectFrom('documentFiles')
      .select('fileKey')
      .where('fileKey', 'in', old.map(fileKeyOf))
      .execute()
    const known = new Set(rows.map(({ fileKey }) => fileKey))
    for (const key of old)
      if (!known.has(fileKeyOf(key))) {
        await files.delete(key)
        swept += 1
      }
    old = []
  }
  for await (const { key, writtenAt } of files.list(issuedFolder)) {
    if (writtenAt < before) old.push(key)
    if (old.length >= batchSize) await sweep()
  }
  await sweep()
  return swept || null
}

const fileKeyOf = (key: string) => key.split('/').at(-1) ?? ''
