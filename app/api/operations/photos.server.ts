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
import { Base64, Body, IdOf, KeyHeader, Text } from '#kernel/schema.ts'
import { maxPhotoBytes, photoRefusalText } from '#modules/photos/photo.ts'
import { oneOfOwnGoods } from '#modules/products/own-products.server.ts'
import { ownDraft } from '#modules/products/product-draft.server.ts'
import { mostGoodsPhotos } from '#modules/products/product-photo.ts'
import { changePhoto, PhotoKeyIn } from '#modules/products/product-photos.server.ts'

const tag = '農園の商品'

const ofProduct = z.object({ id: IdOf<'product'>('商品') })

const ofPhoto = ofProduct.extend({ key: PhotoKeyIn })

export const Photo = z.object({
  key: z.string(),
  width: z.int(),
  height: z.int(),
  caption: z.string(),
  sizes: z
    .array(z.object({ width: z.int(), address: z.string() }))
    .describe('WebP。160 と 960 のサイズは、アップロードから1分ほどで作成されます。それまでは、近いサイズを返します'),
})

export const Photos = z.object({ photos: z.array(Photo).describe('並び順。1枚目が一覧とカードに表示されます') })

export const tooManyPhotos = {
  TOO_MANY_PHOTOS: { status: 429, message: '連続して写真が送信されました。15分ほど待ってください。' },
}

export const GivenPhoto = Body({
  data: Base64('写真', maxPhotoBytes, photoRefusalText.photo_too_large).describe('写真のファイルそのもの（base64）'),
})

export const PhotoChange = z.union([Body({ move: z.enum(['forward', 'turn']) }), Body({ caption: Text(0, 60) })])

export const photosOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/farm/goods/{id}/photos',
    tag,
    scope: 'goods.write',
    summary: '商品または下書きの写真',
  })
    .input(z.object({ params: ofProduct }))
    .output(Photos)
    .handler(({ context: { ctx }, input: { params } }) => photosOf(ctx, params.id)),
  add: endpoint('members', {
    method: 'POST',
    path: '/farm/goods/{id}/photos',
    tag,
    scope: 'goods.write',
    summary: '商品または下書きに写真をアップロードする',
    description: `末尾に追加されます（${mostGoodsPhotos}枚まで）。JPEG・PNG・WebP、10MBまで。向きは自動で補正し、撮影場所と機種の情報は保存しません。同じ Idempotency-Key で再送しても、1枚です。`,
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
    summary: '写真を1つ前へ移動・右に回転・説明を追加する',
    description: '回転すると、新しいキーの写真になります。',
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
    summary: '写真を削除する',
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
