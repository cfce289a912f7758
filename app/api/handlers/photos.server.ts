import { api } from '#api/api.server.ts'
import { granted } from '#api/problems.server.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { ProductId } from '#kernel/ids.ts'
import { oneOfOwnGoods } from '#modules/products/own-products.server.ts'
import { ownDraft } from '#modules/products/product-draft.server.ts'
import { changePhoto } from '#modules/products/product-photos.server.ts'
import { addGivenPhoto, photoAmong, photoAnswer, photoSentence } from './given-photo.server.ts'

export const photosHandlers = {
  list: api.photos.list.handler(({ context: { ctx }, input: { params } }) => photosOf(ctx, params.id)),
  add: api.photos.add.handler(async ({ context: { ctx, files }, input: { params, headers, body } }) => {
    // an id that is neither a product nor a draft of this farm would begin a draft
    await photosOf(ctx, params.id)
    const key = await addGivenPhoto(ctx, files, { of: params.id, data: body.data, key: headers['idempotency-key'] })
    return photoAmong((await photosOf(ctx, params.id)).photos, key)
  }),
  change: api.photos.change.handler(async ({ context: { ctx, files }, input: { params, body } }) => {
    await photosOf(ctx, params.id)
    const change = 'move' in body ? body : ({ move: 'caption', caption: body.caption } as const)
    granted(await changePhoto(ctx, files, { of: params.id, key: params.key, ...change }), photoSentence)
    return photosOf(ctx, params.id)
  }),
  remove: api.photos.remove.handler(async ({ context: { ctx, files }, input: { params } }) => {
    await photosOf(ctx, params.id)
    granted(await changePhoto(ctx, files, { of: params.id, key: params.key, move: 'remove' }), photoSentence)
  }),
}

/** Of a product in the catalogue, or of a draft. */
async function photosOf(ctx: Ctx, id: ProductId) {
  const { photos } = (await ownDraft(ctx, id)) ?? (await oneOfOwnGoods(ctx, id))
  return { photos: photos.map(photoAnswer) }
}
