import { sql } from 'kysely'
import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, Id, ProductId } from '#kernel/ids.ts'
import { photoPictureName } from '#kernel/picture-name.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { keepOrgPhoto, type OrgPhoto, showPhotos, turnOrgPhoto } from '#modules/photos/keep-org-photo.server.ts'
import { type PhotoKey, type PhotoRefusal, parsePhotoKey, photoRefusalText } from '#modules/photos/photo.ts'
import { lockDraft } from './lock-draft.server.ts'
import { mostGoodsPhotos } from './product-photo.ts'

/** What photos belong to: a product, a draft of one, or the farm itself. */
export const PhotosOf = z.union([IdOf<'product'>('商品'), IdOf<'farm'>('農園')])
export type PhotosOf = z.output<typeof PhotosOf>

export const PhotoKeyIn = z.string().transform((text, issue) => {
  const key = parsePhotoKey(text)
  if (key) return key
  issue.addIssue({ code: 'custom', message: '写真のキーの形式が正しくありません。' })
  return z.NEVER
})

const refusals = {
  codes: [
    'photo_too_large',
    'photo_not_a_picture',
    'photo_heic',
    'photo_animated',
    'photo_broken',
    'photo_too_many_pixels',
    'photo_too_many',
    'file_infected',
    'scanner_away',
  ],
  text: (refusal: PhotoRefusal) => photoRefusalText[refusal],
} as const

export type ShownPhoto = OrgPhoto & { caption: string }

/**
 * Adds a photo at the end. A draft can begin with its first photo as well as with its first word. Adding the same photo
 * again (its key is made on the device) changes nothing.
 */
export const addPhoto = repeatable({
  name: 'goods.add_photo',
  permission: 'goods.change',
  input: { of: PhotosOf, bytes: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array), uploadKey: z.string() },
  refusals,
  run: async (ctx, { of, bytes, uploadKey }, files: FileStore): Promise<Result<OrgPhoto, PhotoRefusal>> => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    const held = await ctx.db.transaction().execute((db) => lockPhotos(db, ctx, farmId, of))
    if (held.length >= mostGoodsPhotos && !(await isAmong(ctx, farmId, uploadKey, held)))
      return refuse('photo_too_many')
    const kept = await keepOrgPhoto(ctx, files, { bytes, owner: { farmId }, uploadKey })
    if (!kept.ok) return kept
    return ctx.db.transaction().execute(async (db) => {
      const now = await lockPhotos(db, ctx, farmId, of)
      if (now.includes(kept.value.key)) return kept
      if (now.length >= mostGoodsPhotos) return refuse('photo_too_many')
      await writePhotos(db, ctx, { of, farmId, keys: [...now, kept.value.key] })
      return kept
    })
  },
})

async function isAmong(ctx: Ctx, farmId: FarmId, uploadKey: string, held: readonly PhotoKey[]): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('photos')
    .select('key')
    .where('farmId', '=', farmId)
    .where('uploadKey', '=', uploadKey)
    .executeTakeFirst()
  return row !== undefined && held.some((key) => key === row.key)
}

/** Moves a photo one place to the front, removes it, turns it by a quarter, or changes its caption. */
export const changePhoto = repeatable({
  name: 'goods.change_photo',
  permission: 'goods.change',
  input: {
    of: PhotosOf,
    key: PhotoKeyIn,
    move: z.enum(['forward', 'turn', 'remove', 'caption']),
    caption: z
      .string()
      .transform((text) => text.trim().slice(0, 60))
      .optional(),
  },
  refusals,
  run: async (ctx, { of, key, move, caption }, files: FileStore): Promise<Result<null, PhotoRefusal>> => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    const turned = move === 'turn' ? await turnOrgPhoto(ctx, files, { key, owner: { farmId } }) : null
    if (turned && !turned.ok) return turned
    return ctx.db.transaction().execute(async (db) => {
      const held = await lockPhotos(db, ctx, farmId, of)
      const at = held.indexOf(key)
      if (at < 0) throw new NotFound('photo')
      if (move === 'caption') {
        await db
          .updateTable('farmPhotos')
          .set({ caption: caption?.trim() ?? '' })
          .where('of', '=', of)
          .where('photoKey', '=', key)
          .execute()
        return ok(null)
      }
      const keys = changed(held, at, turned?.value.key ?? null, move)
      await writePhotos(db, ctx, { of, farmId, keys })
      return ok(null)
    })
  },
})

function changed(held: readonly PhotoKey[], at: number, turned: PhotoKey | null, move: 'forward' | 'remove' | 'turn') {
  const [photo, before] = [held[at], held[at - 1]]
  if (move === 'remove') return held.filter((_, index) => index !== at)
  if (move === 'turn') return turned ? held.with(at, turned) : held
  return photo && before ? held.with(at - 1, photo).with(at, before) : held
}

/** The photos in order, locked, so that changes are serialised; they must belong to this farm. */
async function lockPhotos(db: DbOrTx, ctx: Ctx, farmId: FarmId, of: PhotosOf): Promise<PhotoKey[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`photos ${of}`}, 0))`.execute(db)
  if (of !== farmId) await requireOwn(db, ctx, farmId, of as ProductId)
  const rows = await db
    .selectFrom('farmPhotos')
    .select('photoKey')
    .where('of', '=', of)
    .orderBy('ordinal')
    .orderBy('photoKey')
    .execute()
  return rows.map((row) => row.photoKey as PhotoKey)
}

/** A product or a draft of this farm; creates a draft if it is neither. */
async function requireOwn(db: DbOrTx, ctx: Ctx, farmId: FarmId, id: ProductId): Promise<void> {
  const product = await db.selectFrom('products').select('farmId').where('id', '=', id).executeTakeFirst()
  if (product && product.farmId !== farmId) throw new NotFound('product')
  if (product || (await lockDraft(db, farmId, id))) return
  await db
    .insertInto('productDrafts')
    .values({ id, farmId, typed: JSON.stringify({}), createdAt: ctx.now, savedAt: ctx.now })
    .execute()
}

async function writePhotos(
  db: DbOrTx,
  ctx: Ctx,
  { of, farmId, keys }: { of: PhotosOf; farmId: FarmId; keys: readonly PhotoKey[] },
): Promise<void> {
  const captions = new Map(
    (await db.selectFrom('farmPhotos').select(['photoKey', 'caption']).where('of', '=', of).execute()).map((row) => [
      row.photoKey,
      row.caption,
    ]),
  )
  await db.deleteFrom('farmPhotos').where('of', '=', of).execute()
  if (keys.length > 0)
    await db
      .insertInto('farmPhotos')
      .values(
        keys.map((photo_key, index) => ({
          of,
          photoKey: photo_key,
          farmId,
          ordinal: index + 1,
          caption: captions.get(photo_key) ?? '',
        })),
      )
      .execute()
  if (of !== farmId) await showOnProduct(db, ctx, farmId, of as ProductId)
}

/** The first photo is shown on cards and slips, and a product in the catalogue shows all of its photos publicly. */
export async function showOnProduct(db: DbOrTx, ctx: Ctx, farmId: FarmId, id: ProductId): Promise<void> {
  const product = await db
    .selectFrom('products')
    .select(['picture', 'drawnPicture', 'listedAt', 'version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!product) return
  const photos = (await shownPhotos(db, farmId, [id])).get(id) ?? []
  const picture = photos[0]?.name ?? product.drawnPicture
  if (product.listedAt) await showPhotos(db, ctx.now, photos)
  if (picture !== product.picture) await db.updateTable('products').set({ picture }).where('id', '=', id).execute()
  await recordEvent(db, ctx, {
    kind: 'goods_photos_changed',
    aboutFarmId: farmId,
    aboutProductId: id,
    data: { photos: photos.length },
  })
}

/** The photos of several products, each in its order. */
export async function shownPhotos(
  db: DbOrTx,
  farmId: FarmId,
  of: readonly PhotosOf[],
): Promise<Map<string, ShownPhoto[]>> {
  if (of.length === 0) return new Map()
  const rows = await db
    .selectFrom('farmPhotos')
    .innerJoin('photos', 'photos.key', 'farmPhotos.photoKey')
    .select(['of', 'key', 'hues', 'width', 'height', 'caption'])
    .where('of', 'in', of)
    .where('farmPhotos.farmId', '=', farmId)
    .orderBy('ordinal')
    .orderBy('photoKey')
    .execute()
  const shown = rows.map(({ of, key, hues, ...size }) => ({
    of,
    photo: { key: key as PhotoKey, name: photoPictureName(key, hues ?? '0'.repeat(24)), ...size },
  }))
  return new Map([...Map.groupBy(shown, (row) => row.of)].map(([of, of_]) => [of, of_.map(({ photo }) => photo)]))
}

export const copyPhotos = (db: DbOrTx, { from, to }: { from: ProductId; to: ProductId }) =>
  sql`insert into farm_photos (of, photo_key, farm_id, ordinal, caption)
      select ${to}::uuid, photo_key, farm_id, ordinal, caption from farm_photos where of = ${from}`.execute(db)

export const dropPhotos = (db: DbOrTx, of: Id<'product'>) => db.deleteFrom('farmPhotos').where('of', '=', of).execute()
