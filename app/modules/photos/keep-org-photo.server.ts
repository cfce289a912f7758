import type { Sharp } from 'sharp'
import { authorize } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, RestaurantId } from '#kernel/ids.ts'
import { photoPictureName } from '#kernel/picture-name.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { sharp } from '#kernel/sharp.server.ts'
import { newFileKey } from './file-key.server.ts'
import type { FileStore } from './file-store.ts'
import { laterSizes, originalStoreKey, type PhotoKey, type PhotoRefusal, storeKey } from './photo.ts'
import { plainOriginal } from './plain-original.server.ts'
import { scanUpload } from './scan-upload.server.ts'
import { redrawPicture, webp } from './shrink-photo.server.ts'
import { turnedRight, withoutPlace } from './without-place.ts'

/** A photo of a product or a farm, or the logo of a restaurant; `name` is how cards and slips refer to it. */
export type OrgPhoto = { key: PhotoKey; name: string; width: number; height: number }

export type PhotoOwner = { farmId: FarmId } | { restaurantId: RestaurantId }

/** Photos of products and of the farm need the right to edit products, a restaurant's logo its owner. */
function authorizeOwner({ actor }: Ctx, owner: PhotoOwner): void {
  if ('farmId' in owner) authorize(actor, 'goods.change', owner)
  else authorize(actor, 'organisation.manage', { farmId: null, ...owner })
}

/**
 * Stores a photo of a farm or a restaurant: the original without its location, the two sizes that are needed
 * immediately, and the colours of its corners; a job makes the other sizes. On a weak connection the same photo may
 * arrive twice: `uploadKey`, made where it was chosen, identifies it, and the second time its name is returned.
 */
export async function keepOrgPhoto(
  ctx: Ctx,
  files: FileStore,
  { bytes, owner, uploadKey }: { bytes: Uint8Array; owner: PhotoOwner; uploadKey: string },
): Promise<Result<OrgPhoto, PhotoRefusal>> {
  authorizeOwner(ctx, owner)
  const known = await findUpload(ctx, owner, uploadKey)
  if (known) return ok(known)
  const unsafe = await scanUpload(files, bytes)
  if (unsafe) return refuse(unsafe)
  const drawn = await redrawPicture(bytes, async (picture) => {
    const sizes = await sizesOf(picture)
    return { ...(await plainOriginal(bytes)), ...sizes }
  })
  if (!drawn.ok) return drawn
  const { type, original, full, small, hues } = drawn.value
  const key = newFileKey() as PhotoKey
  await files.put(originalStoreKey(key), original)
  await files.put(storeKey(key, 'small'), small)
  await files.put(storeKey(key, 'full'), full.data)
  const made = await ctx.db
    .insertInto('photos')
    .values({
      key,
      personId: 'personId' in ctx.actor ? ctx.actor.personId : null,
      draftOf: null,
      width: full.info.width,
      height: full.info.height,
      byteCount: original.length + full.data.length + small.length,
      createdAt: ctx.now,
      farmId: 'farmId' in owner ? owner.farmId : null,
      restaurantId: 'farmId' in owner ? null : owner.restaurantId,
      uploadKey,
      shownAt: null,
      hues,
      originalType: type,
      allSizesAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  // the same photo arrived concurrently; our files are swept away
  const kept = made ? { key, name: photoPictureName(key, hues), ...full.info } : await findUpload(ctx, owner, uploadKey)
  if (!kept) return refuse('photo_broken')
  return ok({ key: kept.key, name: kept.name, width: kept.width, height: kept.height })
}

/** Makes photos public, from now on. */
export async function showPhotos(db: DbOrTx, now: Date, photos: readonly { key: PhotoKey }[]): Promise<void> {
  if (photos.length === 0) return
  await db
    .updateTable('photos')
    .set({ shownAt: now })
    .where(
      'key',
      'in',
      photos.map(({ key }) => key),
    )
    .where('shownAt', 'is', null)
    .execute()
}

/** The photo turned clockwise by a quarter, as a new photo: what has been sent to browsers never changes. */
export async function turnOrgPhoto(
  ctx: Ctx,
  files: FileStore,
  { key, owner }: { key: PhotoKey; owner: PhotoOwner },
): Promise<Result<OrgPhoto, PhotoRefusal>> {
  authorizeOwner(ctx, owner)
  const row = await photosOf(ctx, owner).select('originalType as type').where('key', '=', key).executeTakeFirst()
  const original = row && (await files.get(originalStoreKey(key)))
  if (!row?.type || !original) throw new NotFound('photo')
  const { orientation = 1 } = await sharp(original).metadata()
  const turned =
    row.type === 'jpeg'
      ? withoutPlace(original, 'jpeg', turnedRight(orientation))
      : new Uint8Array(await sharp(original).rotate(90).toFormat(row.type, { quality: 95 }).toBuffer())
  return keepOrgPhoto(ctx, files, { bytes: turned, owner, uploadKey: `turned:${key}` })
}

function photosOf({ db }: Ctx, owner: PhotoOwner) {
  const photos = db.selectFrom('photos')
  return 'farmId' in owner
    ? photos.where('farmId', '=', owner.farmId)
    : photos.where('restaurantId', '=', owner.restaurantId)
}

async function findUpload(ctx: Ctx, owner: PhotoOwner, uploadKey: string): Promise<OrgPhoto | null> {
  const row = await photosOf(ctx, owner)
    .select(['key', 'hues', 'width', 'height'])
    .where('uploadKey', '=', uploadKey)
    .executeTakeFirst()
  if (!row?.hues) return null
  return { key: row.key as PhotoKey, name: photoPictureName(row.key, row.hues), width: row.width, height: row.height }
}

async function sizesOf(picture: Sharp) {
  const full = await webp(picture, 'full')
  const small = await webp(sharp(full.data), 'small')
  const corners = await sharp(small.data)
    .flatten({ background: '#ffffff' })
    .resize(2, 2, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  return { full, small: small.data, hues: corners.subarray(0, 12).toString('hex').padEnd(24, '0') }
}

/**
 * The other sizes of recent photos; called by a job. A limited number at a time, oldest first. Concurrent workers take
 * different photos: each locks the row of its photo while it draws, and a worker that is stopped releases it unmade.
 */
export async function makeLaterSizes(
  { db, now }: Omit<Ctx, 'actor'>,
  files: FileStore,
  atMost = 20,
): Promise<{ made: number } | null> {
  let made = 0
  while (made < atMost && (await db.transaction().execute((locked) => makeNextSizes(locked, now, files)))) made += 1
  return made > 0 ? { made } : null
}

async function makeNextSizes(db: DbOrTx, now: Date, files: FileStore): Promise<boolean> {
  const row = await db
    .selectFrom('photos')
    .select('key')
    .where('originalType', 'is not', null)
    .where('allSizesAt', 'is', null)
    .orderBy('createdAt')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return false
  const key = row.key as PhotoKey
  const full = await files.get(storeKey(key, 'full'))
  for (const size of full ? laterSizes : []) {
    // one of our own pictures that is unreadable now will stay so; the next size is shown instead
    const drawn = await webp(sharp(full ?? undefined), size).catch(() => null)
    if (drawn) await files.put(storeKey(key, size), drawn.data)
  }
  await db.updateTable('photos').set({ allSizesAt: now }).where('key', '=', key).execute()
  return true
}
