import { authorize, requireBuyer } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { RestaurantId } from '#kernel/ids.ts'
import { photoKeyIn } from '#kernel/picture-name.ts'
import { ok, type Result } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { noRefusals, repeatable } from '#modules/audit-log/use-case.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { keepOrgPhoto, turnOrgPhoto } from '#modules/photos/keep-org-photo.server.ts'
import type { PhotoKey, PhotoRefusal } from '#modules/photos/photo.ts'

/** Sets the restaurant's picture, replacing the previous one; setting the same one again changes nothing. */
export async function setLogo(
  ctx: Ctx,
  files: FileStore,
  { bytes, uploadKey }: { bytes: Uint8Array; uploadKey: string },
): Promise<Result<null, PhotoRefusal>> {
  const owner = managedRestaurant(ctx)
  const kept = await keepOrgPhoto(ctx, files, { bytes, owner, uploadKey })
  if (!kept.ok) return kept
  return ctx.db.transaction().execute(async (db) => {
    const before = await lockLogo(db, owner.restaurantId)
    if (before !== kept.value.name) await writeLogo({ ...ctx, db }, owner.restaurantId, kept.value.name)
    return ok(null)
  })
}

/**
 * Turns it clockwise by a quarter. `seen`: the picture that was on the page; another one that has replaced it is not
 * turned.
 */
export async function turnLogo(ctx: Ctx, files: FileStore, seen: PhotoKey): Promise<Result<null, PhotoRefusal>> {
  const owner = managedRestaurant(ctx)
  const turned = await turnOrgPhoto(ctx, files, { key: seen, owner })
  if (!turned.ok) return turned
  return ctx.db.transaction().execute(async (db) => {
    const before = await lockLogo(db, owner.restaurantId)
    if (before === null || photoKeyIn(before) !== seen) throw new NotFound('logo')
    await writeLogo({ ...ctx, db }, owner.restaurantId, turned.value.name)
    return ok(null)
  })
}

/** Removes it, so that the crest is shown again. */
export const removeLogo = repeatable({
  name: 'logo.remove',
  permission: 'organisation.manage',
  input: {},
  refusals: noRefusals,
  run: async (ctx) => {
    const { restaurantId } = managedRestaurant(ctx)
    return ctx.db.transaction().execute(async (db) => {
      if ((await lockLogo(db, restaurantId)) !== null) await writeLogo({ ...ctx, db }, restaurantId, null)
      return ok(null)
    })
  },
})

async function lockLogo(db: DbOrTx, restaurantId: RestaurantId): Promise<string | null> {
  const row = await db
    .selectFrom('restaurants')
    .select('logo')
    .where('id', '=', restaurantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new NotFound('restaurant'))
  return row.logo
}

async function writeLogo(ctx: Ctx, restaurantId: RestaurantId, logo: string | null): Promise<void> {
  await ctx.db.updateTable('restaurants').set({ logo }).where('id', '=', restaurantId).execute()
  await recordEvent(ctx.db, ctx, {
    kind: 'logo_changed',
    aboutRestaurantId: restaurantId,
    data: { there: logo !== null },
  })
}

function managedRestaurant({ actor }: Ctx) {
  const { restaurantId } = requireBuyer(actor)
  authorize(actor, 'organisation.manage', { farmId: null, restaurantId })
  return { restaurantId }
}
