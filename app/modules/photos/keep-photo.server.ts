import { sql } from 'kysely'
import { z } from 'zod'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { PhotoSides } from '#authorization/rules.ts'
import { NotFound } from '#kernel/errors.ts'
import type { RestaurantId } from '#kernel/ids.ts'
import { addHours } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Bytes } from '#kernel/schema.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { newFileKey } from './file-key.server.ts'
import type { FileStore } from './file-store.ts'
import {
  originalStoreKey,
  type Photo,
  type PhotoKey,
  type PhotoRefusal,
  type PhotoSize,
  parsePhotoFileName,
  parsePhotoKey,
  photoRefusals,
  storeKey,
} from './photo.ts'
import { scanUpload } from './scan-upload.server.ts'
import { shrinkPhoto } from './shrink-photo.server.ts'

/**
 * Stores a photo that was chosen in a form, as a draft of that form (its key), until the form is sent. The bytes are
 * written first: a row never refers to a missing file, and a file without a row is swept away.
 */
export const keepPhoto = repeatable({
  name: 'photo.draft',
  permission: 'public',
  input: { bytes: Bytes, formKey: z.string() },
  refusals: photoRefusals,
  run: async (ctx, { bytes, formKey }, files: FileStore): Promise<Result<Photo, PhotoRefusal>> => {
    authorize(ctx.actor, 'photo.add', null)
    const unsafe = await scanUpload(files, bytes)
    if (unsafe) return refuse(unsafe)
    const shrunk = await shrinkPhoto(bytes)
    if (!shrunk.ok) return shrunk
    const { full, small, width, height } = shrunk.value
    const key = newFileKey() as PhotoKey
    const personId = 'personId' in ctx.actor ? ctx.actor.personId : null
    await files.put(storeKey(key, 'small'), small)
    await files.put(storeKey(key, 'full'), full)
    await ctx.db
      .insertInto('photos')
      .values({
        key,
        personId,
        draftOf: formKey,
        width,
        height,
        byteCount: full.length + small.length,
        createdAt: ctx.now,
      })
      .execute()
    return ok({ key, personId, width, height })
  },
})

/** The drafts of a form among these keys, in the order in which they were added; keys of other forms are left out. */
export const draftPhotos = query(
  'public',
  async ({ db }: Pick<Ctx, 'db'>, formKey: string, keys: readonly PhotoKey[]): Promise<Photo[]> => {
    if (keys.length === 0) return []
    const rows = await db
      .selectFrom('photos')
      .select(['key', 'personId', 'width', 'height'])
      .where('draftOf', '=', formKey)
      .where('key', 'in', keys)
      .orderBy('createdAt')
      .orderBy('key')
      .execute()
    return rows.map((row) => ({ ...row, key: row.key as PhotoKey }))
  },
)

/** Removes the drafts of a form, in the transaction that stores what they now belong to. */
export async function takePhotos(db: DbOrTx, formKey: string, keys: readonly PhotoKey[]): Promise<PhotoKey[]> {
  if (keys.length === 0) return []
  const taken = await db
    .updateTable('photos')
    .set({ draftOf: null })
    .where('draftOf', '=', formKey)
    .where('key', 'in', keys)
    .returning('key')
    .execute()
  return taken.map(({ key }) => key as PhotoKey)
}

/** What is shown until the job has made a size. */
const standIn: Readonly<Partial<Record<PhotoSize, PhotoSize>>> = { large: 'full', thumb: 'small' }

/**
 * The bytes of a picture under /media/; `form` is the key of the form in which it was chosen, as given in the address.
 */
export async function photoBytes(
  ctx: Ctx,
  files: FileStore,
  asked: { fileName: string; form: string | null },
): Promise<{ bytes: Uint8Array; size: PhotoSize; isPublic: boolean; final: boolean }> {
  const named = parsePhotoFileName(asked.fileName)
  if (!named) throw new NotFound('photo')
  const row = await ctx.db
    .selectFrom('photos')
    .select(['personId', 'draftOf', 'farmId', 'shownAt'])
    .select('restaurantId')
    .where('key', '=', named.key)
    .executeTakeFirst()
  if (!row) throw new NotFound('photo')
  const formShown = row.draftOf !== null && row.draftOf === asked.form
  const isPublic = row.shownAt !== null
  const { personId, farmId, restaurantId } = row
  const ordersHere = restaurantId !== null && (await ordersFromAsker(ctx, restaurantId))
  const claim = farmId === null && restaurantId === null && !formShown ? await sidesAround(ctx, named.key) : null
  seeOrNotFound(ctx.actor, 'photo.see', { personId, formShown, farmId, isPublic, restaurantId, ordersHere, claim })
  const made = await files.get(storeKey(named.key, named.size))
  // the job has not made this size yet: use another one for now
  const instead = standIn[named.size]
  const bytes = made ?? (instead && (await files.get(storeKey(named.key, instead))))
  if (!bytes) throw new NotFound('photo')
  return { bytes, size: named.size, isPublic, final: made !== null }
}

/** Both sides of the order whose claim or receipt shows it, or of the conversation in which it was sent. */
async function sidesAround({ db }: Ctx, key: PhotoKey): Promise<PhotoSides['claim']> {
  const { rows } = await sql<NonNullable<PhotoSides['claim']>>`
    select farm_id as "farmId", restaurant_id as "restaurantId" from orders where id in (
      select order_id from claims join claim_photos on claim_id = id where photo_key = ${key}
      union all select order_id from receipt_photos where photo_key = ${key}
      union all select order_id from hand_overs where photo_key = ${key})
    union all
    select farm_id, restaurant_id from conversations where id in (
      select conversation_id from message_photos natural join messages where photo_key = ${key} and removed_at is null)`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Whether this restaurant has ever sent an order to the current farm; always false for other actors. */
async function ordersFromAsker({ db, actor }: Ctx, restaurantId: RestaurantId): Promise<boolean> {
  if (actor.kind !== 'farm') return false
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('restaurantId', '=', restaurantId)
    .where('farmId', '=', actor.farmId)
    .where('state', 'not in', ['draft', 'pending_approval'])
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}

/**
 * Deletes drafts whose form was never sent, and files without a row, left by failed transactions. At least a day old,
 * so that no form is still open and no photo is being stored.
 */
export async function sweepPhotos(
  { db, now }: Omit<Ctx, 'actor'>,
  files: FileStore,
): Promise<{ drafts: number; orphans: number } | null> {
  const before = addHours(now, -24)
  const drafts = await db
    .deleteFrom('photos')
    .where('draftOf', 'is not', null)
    .where('createdAt', '<', before)
    .returning('key')
    .execute()
  const unused = await db
    .deleteFrom('photos')
    .where('farmId', 'is not', null)
    .where('shownAt', 'is', null)
    .where('createdAt', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('farmPhotos').select('of').whereRef('farmPhotos.photoKey', '=', 'photos.key'))),
    )
    .returning('key')
    .execute()
  const formerLogos = await db
    .deleteFrom('photos')
    .where('restaurantId', 'is not', null)
    .where('createdAt', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('restaurants')
            .select('restaurants.id')
            .whereRef('restaurants.id', '=', 'photos.restaurantId')
            .where(sql<boolean>`restaurants.logo like 'photo-' || photos.key || '-%'`),
        ),
      ),
    )
    .returning('key')
    .execute()
  for (const { key } of [...drafts, ...unused, ...formerLogos]) {
    for (const size of ['thumb', 'small', 'large', 'full'] as const) await files.delete(storeKey(key as PhotoKey, size))
    await files.delete(originalStoreKey(key as PhotoKey))
  }
  let orphans = 0
  for (const folder of ['photos', 'originals'])
    for await (const keys of oldFiles(files, folder, before)) {
      const known = await knownPhotos(db, keys)
      for (const key of keys) {
        if (known.has(photoOf(key) ?? '')) continue
        await files.delete(key)
        orphans += 1
      }
    }
  const gone = drafts.length + unused.length + formerLogos.length
  return gone + orphans > 0 ? { drafts: gone, orphans } : null
}

/** The sweep removes their files from the store. */
export async function forgetPhotos(db: DbOrTx, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.deleteFrom('photos').where('key', 'in', keys).execute()
}

/** Number of files checked at a time. */
const filesAtOnce = 500

async function* oldFiles(files: FileStore, folder: string, before: Date): AsyncGenerator<string[]> {
  let keys: string[] = []
  for await (const { key, writtenAt } of files.list(folder)) {
    if (writtenAt < before) keys.push(key)
    if (keys.length < filesAtOnce) continue
    yield keys
    keys = []
  }
  if (keys.length > 0) yield keys
}

/** Which photo a file belongs to; null for an unfinished upload. */
function photoOf(key: string): PhotoKey | null {
  const name = key.split('/').at(-1) ?? ''
  return parsePhotoFileName(name)?.key ?? parsePhotoKey(name)
}

async function knownPhotos(db: DbOrTx, keys: readonly string[]): Promise<Set<string>> {
  const photos = [...new Set(keys.map(photoOf).filter((photo) => photo !== null))]
  if (photos.length === 0) return new Set()
  const rows = await db.selectFrom('photos').select('key').where('key', 'in', photos).execute()
  return new Set(rows.map(({ key }) => key))
}
