import { z } from 'zod'
import { endpoint, needsKey } from '#api/endpoint.server.ts'
import {
  addGivenPhoto,
  photoAmong,
  photoAnswer,
  photoSentence,
  refusedPhoto,
} from '#api/operations/given-photo.server.ts'
import { granted } from '#api/problems.server.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { ProductId } from '#kernel/ids.ts'
import { Body, IdOf, KeyHeader, Text } from '#kernel/schema.ts'
import { maxPhotoBytes, photoRefusalText } from '#modules/photos/photo.ts'
import { oneOfOwnGoods } from '#modules/products/own-products.server.ts'
import { ownDraft } from '#modules/products/product-draft.server.ts'
import { mostGoodsPhotos } from '#modules/products/product-photo.ts'
import { changePhoto, PhotoKeyIn } from '#modules/products/product-photos.server.ts'

const tag = '農園の品'

const ofProduct = z.object({ id: IdOf<'product'>('品') })

const ofPhoto = ofProduct.extend({ key: PhotoKeyIn })

export const Photo = z.object({
  key: z.string(),
  width: z.int(),
  height: z.int(),
  caption: z.string(),
  sizes: z
    .array(z.object({ width: z.int(), address: z.string() }))
    .describe('WebP。大きさのうち 160 と 960 は、のせてから1分ほどでできます。それまでは、となりの大きさが返ります'),
})

export const Photos = z.object({ photos: z.array(Photo).describe('並び順。1枚目が一覧とカードに出ます') })

/** The number of bytes in a base64 text of this length. */
const mostLetters = Math.ceil(maxPhotoBytes / 3) * 4

export const tooManyPhotos = {
  TOO_MANY_PHOTOS: { status: 429, message: '写真がつづけて届きました。15分ほど待ってください。' },
}

export const GivenPhoto = Body({
  data: z
    .string('写真のバイト列を base64 で入れてください。')
    .max(mostLetters, photoRefusalText.photo_too_large)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, '写真のバイト列を base64 で入れてください。')
    .describe('写真のファイルそのもの（base64）'),
})

export const PhotoChange = z.union([Body({ move: z.enum(['forward', 'turn']) }), Body({ caption: Text(0, 60) })])

export const photosOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/farm/goods/{id}/photos',
    tag,
    scope: 'goods.write',
    summary: '品か下書きの写真',
  })
    .input(z.object({ params: ofProduct }))
    .output(Photos)
    .handler(({ context: { ctx }, input: { params } }) => photosOf(ctx, params.id)),
  add: endpoint('members', {
    method: 'POST',
    path: '/farm/goods/{id}/photos',
    tag,
    scope: 'goods.write',
    summary: '品か下書きに写真をのせる',
    description: `いちばん後ろに入ります（${mostGoodsPhotos}枚まで）。JPEG・PNG・WebP、10MBまで。向きは正しく直し、撮った場所と機種は残しません。同じ Idempotency-Key で送り直しても、1枚です。`,
    successStatus: 201,
  })
    .errors(needsKey)
    .errors(tooManyPhotos)
    .errors(refusedPhoto)
    .input(
      z.object({
        params: ofProduct,
        headers: KeyHeader,
        body: GivenPhoto,
      }),
    )
    .output(Photo)
    .handler(async ({ context: { ctx, files }, input: { params, headers, body } }) => {
      // an id that is neither a product nor a draft of this farm would begin a draft
      await photosOf(ctx, params.id)
      const key = await addGivenPhoto(ctx, files, { of: params.id, data: body.data, key: headers['idempotency-key'] })
      return photoAmong((await photosOf(ctx, params.id)).photos, key)
    }),
  change: endpoint('members', {
    method: 'PUT',
    path: '/farm/goods/{id}/photos/{key}',
    tag,
    scope: 'goods.write',
    summary: '写真をひとつ前へ動かす・右に回す・言葉をそえる',
    description: '回すと、新しいキーの写真になります。',
  })
    .errors(refusedPhoto)
    .input(
      z.object({
        params: ofPhoto,
        body: PhotoChange,
      }),
    )
    .output(Photos)
    .handler(async ({ context: { ctx, files }, input: { params, body } }) => {
      await photosOf(ctx, params.id)
      const change = { move: 'caption' as const, ...body }
      granted(await changePhoto(ctx, { of: params.id, key: params.key, ...change }, files), photoSentence)
      return photosOf(ctx, params.id)
    }),
  remove: endpoint('members', {
    method: 'DELETE',
    path: '/farm/goods/{id}/photos/{key}',
    tag,
    scope: 'goods.write',
    summary: '写真をはずす',
    successStatus: 204,
  })
    .input(z.object({ params: ofPhoto }))
    .output(z.void())
    .handler(async ({ context: { ctx, files }, input: { params } }) => {
      await photosOf(ctx, params.id)
      granted(await changePhoto(ctx, { of: params.id, key: params.key, move: 'remove' }, files), photoSentence)
    }),
}

/** Of a product in the catalogue, or of a draft. */
async function photosOf(ctx: Ctx, id: ProductId) {
  const { photos } = (await ownDraft(ctx, id)) ?? (await oneOfOwnGoods(ctx, id))
  return { photos: photos.map(photoAnswer) }
}
