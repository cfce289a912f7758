import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import { addHours } from '#kernel/jst.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { mostPhotoParts, photoPartBytes } from './photo-parts.ts'

type Upload = { uploadKey: string }

/** Stores one part of a photo that is being uploaded. Idempotent. False if the part is invalid. */
export async function keepPhotoPart(
  ctx: Ctx,
  files: FileStore,
  { uploadKey, part, bytes }: Upload & { part: number; bytes: Uint8Array },
): Promise<boolean> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.change', { farmId })
  if (part < 0 || part >= mostPhotoParts || bytes.length === 0 || bytes.length > photoPartBytes) return false
  await files.put(partKey(farmId, uploadKey, part), bytes)
  return true
}

/**
 * The photo whose parts are complete; or the missing parts. A photo that was already stored, whose response was lost,
 * no longer has parts and needs none: its bytes are not checked again.
 */
export async function joinPhotoParts(
  ctx: Ctx,
  files: FileStore,
  { uploadKey, parts }: Upload & { parts: number },
): Promise<{ bytes: Uint8Array } | { missing: number[] }> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.change', { farmId })
  const known = await ctx.db
    .selectFrom('photos')
    .select('key')
    .where('farmId', '=', farmId)
    .where('uploadKey', '=', uploadKey)
    .executeTakeFirst()
  if (known) return { bytes: new Uint8Array() }
  const found: (Uint8Array | null)[] = []
  for (let part = 0; part < Math.min(parts, mostPhotoParts); part++)
    found.push(await files.get(partKey(farmId, uploadKey, part)))
  const missing = found.flatMap((bytes, part) => (bytes ? [] : [part]))
  return missing.length > 0 || parts > mostPhotoParts
    ? { missing }
    : { bytes: new Uint8Array(Buffer.concat(found.flatMap((bytes) => bytes ?? []))) }
}

/** Deletes the parts of a stored photo. */
export async function dropPhotoParts(
  ctx: Ctx,
  files: FileStore,
  { uploadKey, parts }: Upload & { parts: number },
): Promise<void> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.change', { farmId })
  for (let part = 0; part < Math.min(parts, mostPhotoParts); part++)
    await files.delete(partKey(farmId, uploadKey, part))
}

/** Deletes parts of photos that were never completed; called by a job. Returns how many; null for none. */
export async function sweepPhotoParts({ now }: Pick<Ctx, 'now'>, files: FileStore): Promise<{ parts: number } | null> {
  const before = addHours(now, -48)
  let parts = 0
  for await (const { key, writtenAt } of files.list(folder))
    if (writtenAt < before) {
      await files.delete(key)
      parts += 1
    }
  return parts > 0 ? { parts } : null
}

const folder = 'parts'

/** Only the farm itself can refer to them: its id is in the key. */
const partKey = (farmId: FarmId, uploadKey: string, part: number) => `${folder}/${farmId}/${uploadKey}-${part}`
