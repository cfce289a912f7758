import { z } from 'zod'
import { endpoint, needsKey, refusals } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import {
  addGivenPhoto,
  photoAmong,
  photoAnswer,
  photoSentence,
  refusedPhoto,
} from '#api/operations/given-photo.server.ts'
import { GivenPhoto, Photo, PhotoChange, Photos, tooManyPhotos } from '#api/operations/photos.server.ts'
import { granted, tooMany, wrongFields } from '#api/problems.server.ts'
import { AnId, Count, Day, Moment } from '#api/schemas/shapes.ts'
import { requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { documentKinds, linkKinds, methods } from '#kernel/enums.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { Base64, Body, KeyHeader, Text } from '#kernel/schema.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import { type DocumentFacts, documentRefusalText, maxDocumentBytes } from '#modules/organisations/documents/document.ts'
import { ownDocuments } from '#modules/organisations/documents/keep-document.server.ts'
import {
  handInCertificate,
  linksOf,
  methodsShown,
  ownIntro,
  publishIntro,
  saveAnswers,
  saveLinks,
  saveMethod,
} from '#modules/products/farm-page/farm-page.server.ts'
import { mistakesInMethod } from '#modules/products/farm-page/method.ts'
import { mostGoodsPhotos } from '#modules/products/product-photo.ts'
import { changePhoto, PhotoKeyIn } from '#modules/products/product-photos.server.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'

const tag = '農園のページ'

const scope = 'none'

const documentId = '0193c0de-0000-7000-8000-000000000009'

const LinkOut = z.object({ kind: z.enum(linkKinds), url: z.string() })

const Certificate = z.object({
  documentId: AnId,
  authority: z.string(),
  number: z.string(),
  expiresOn: Day.nullable(),
  checked: z.boolean().describe('運営が確認済み'),
  expired: z.boolean(),
})

const Page = z.object({
  intro: z.object({
    version: Count,
    answers: z.record(z.string(), z.string()),
    story: z.string().describe('現在、飲食店に公開している紹介'),
    publishedAt: Moment.nullable(),
  }),
  photos: Photos.shape.photos,
  methods: z.array(z.object({ method: z.enum(methods), certificate: Certificate.nullable() })),
  links: z.array(LinkOut),
})

const Document = z.object({
  id: AnId,
  kind: z.enum(documentKinds),
  fileName: z.string(),
  mediaType: z.string(),
  byteCount: Count,
  number: z.string(),
  authority: z.string(),
  expiresOn: Day.nullable(),
  addedAt: Moment,
  checked: z.boolean().describe('運営が確認済み'),
})

/**
 * Re-encoding a picture of a document takes time, so a user may do it a limited number of times in a quarter of an
 * hour.
 */
const documentLimit = { most: 30, withinMs: 15 * 60_000 }

const { method, ...certificate } = saveMethod.declaration.input

export const farmPageOperations = {
  read: endpoint('members', {
    method: 'GET',
    path: '/farm/page',
    tag,
    scope,
    summary: '自分の農園のページ：紹介・写真・栽培方法・リンク',
    description: '1枚目の写真が農園の画像になります。出荷条件は GET /farm/shipping。',
  })
    .output(Page)
    .handler(async ({ context: { ctx } }) => {
      const { version, answers, story, publishedAt, photos } = await ownIntro(ctx)
      const { farmId } = requireFarm(ctx.actor)
      const grown = await methodsShown(ctx, farmId)
      return {
        intro: { version, answers: { ...answers }, story, publishedAt },
        photos: photos.map(photoAnswer),
        methods: grown.map(({ method, certificate }) => {
          if (!certificate) return { method, certificate: null }
          const { id: documentId, ...facts } = certificate
          return { method, certificate: { documentId, ...facts } }
        }),
        links: await linksOf(ctx, farmId),
      }
    }),
  answer: operation(saveAnswers, {
    method: 'PUT',
    path: '/farm/page/intro',
    tag,
    scope,
    summary: '紹介の質問に回答する',
    description: '指定した質問のみ変更されます。公開するまで、飲食店には前の紹介が表示されます。',
    example: { body: { version: 2, answers: { beginning: '祖父の代からトマトを作っています。' } } },
    output: z.object({ version: Count }),
    answer: (_, _given, saved) => saved,
  }),
  publish: endpoint('members', {
    method: 'PUT',
    path: '/farm/page/intro/publication',
    tag,
    scope,
    summary: '紹介を公開する',
    description: '2つ以上の質問に回答してあると、公開できます。不足している場合は 422 で、該当の質問を返します。',
  })
    .output(z.object({ story: z.string() }))
    .handler(async ({ context: { ctx } }) => {
      const done = await publishIntro(ctx, {})
      if (!done.ok) throw wrongFields({ [String(done.detail?.question)]: goodsRefusalText(done.refusal, done.detail) })
      return { story: (await ownIntro(ctx)).story }
    }),
  links: endpoint('members', {
    method: 'PUT',
    path: '/farm/page/links',
    tag,
    scope,
    summary: '他のページへのリンク',
    description: '指定したもののみになります。アドレスが各サービスのものか検証します。',
    example: { body: { web: 'https://sato-farm.jp', instagram: '@sato_farm' } },
  })
    .input(z.object({ body: Body(saveLinks.declaration.input) }))
    .output(z.object({ changed: z.boolean() }))
    .handler(async ({ context: { ctx }, input: { body } }) => granted(await saveLinks(ctx, body), goodsRefusalText)),
  method: endpoint('members', {
    method: 'PUT',
    path: '/farm/page/methods/{method}',
    tag,
    scope,
    summary: '栽培方法と、その証明書',
    description:
      '証明書は POST /farm/documents でアップロードし、そのIDを指定します。有機JASは証明書と期限が必要です。番号・認証機関・期限を変更すると、運営が再度確認します。',
    example: {
      body: { shown: true, documentId, number: '12-345', authority: '農産物認証協会', expiresOn: '2027-03-31' },
    },
  })
    .input(
      z.object({
        params: z.object({ method }),
        body: Body(certificate),
      }),
    )
    .output(z.object({ shown: z.boolean() }))
    .handler(async ({ context: { ctx }, input: { params, body } }) => {
      const said = { ...body, method: params.method }
      const missing = mistakesInMethod({ ...said, hasPaper: body.documentId !== null }, jstDateOf(ctx.now))
      if (Object.keys(missing).length > 0)
        throw wrongFields({ ...missing }, (field) => (field === 'paper' ? 'documentId' : field))
      await saveMethod(ctx, said)
      return { shown: body.shown }
    }),
  addPhoto: endpoint('members', {
    method: 'POST',
    path: '/farm/page/photos',
    tag,
    scope,
    summary: '農園の写真を追加する',
    description: `末尾に追加されます（${mostGoodsPhotos}枚まで）。紹介を公開すると、飲食店に表示されます。同じ Idempotency-Key で再送しても、1枚です。`,
    successStatus: 201,
  })
    .errors(needsKey)
    .errors(tooManyPhotos)
    .errors(refusedPhoto)
    .input(z.object({ headers: KeyHeader, body: GivenPhoto }))
    .output(Photo)
    .handler(async ({ context: { ctx, files }, input: { headers, body } }) => {
      const { farmId } = requireFarm(ctx.actor)
      const key = await addGivenPhoto(ctx, files, { of: farmId, data: body.data, key: headers['idempotency-key'] })
      return photoAmong((await photosOf(ctx)).photos, key)
    }),
  changePhoto: endpoint('members', {
    method: 'PUT',
    path: '/farm/page/photos/{key}',
    tag,
    scope,
    summary: '農園の写真を1つ前へ移動・右へ回転・説明を追加する',
    description: '回転すると、新しいキーの写真になります。',
  })
    .errors(refusedPhoto)
    .input(z.object({ params: z.object({ key: PhotoKeyIn }), body: PhotoChange }))
    .output(Photos)
    .handler(async ({ context: { ctx, files }, input: { params, body } }) => {
      const { farmId } = requireFarm(ctx.actor)
      const change = { move: 'caption' as const, ...body }
      granted(await changePhoto(ctx, { of: farmId, key: params.key, ...change }, files), photoSentence)
      return photosOf(ctx)
    }),
  removePhoto: endpoint('members', {
    method: 'DELETE',
    path: '/farm/page/photos/{key}',
    tag,
    scope,
    summary: '農園の写真を削除する',
    successStatus: 204,
  })
    .input(z.object({ params: z.object({ key: PhotoKeyIn }) }))
    .output(z.void())
    .handler(async ({ context: { ctx, files }, input: { params } }) => {
      const { farmId } = requireFarm(ctx.actor)
      granted(await changePhoto(ctx, { of: farmId, key: params.key, move: 'remove' }, files), photoSentence)
    }),
  documents: endpoint('members', {
    method: 'GET',
    path: '/farm/documents',
    tag,
    scope,
    summary: '農園が提出した書類',
    description: '許可証なども含みます。内容は /documents/{id} で、サインインした画面から閲覧できます。',
  })
    .output(z.object({ documents: z.array(Document) }))
    .handler(async ({ context: { ctx } }) => ({
      documents: (await ownDocuments(ctx)).map(documentAnswer),
    })),
  addDocument: endpoint('members', {
    method: 'POST',
    path: '/farm/documents',
    tag,
    scope,
    summary: '証明書をアップロードする',
    description:
      '写真（JPEG・PNG・WebP）かPDF、10MBまで。同じ Idempotency-Key・同じ内容で再送しても、1件です。栽培方法に関連付けるには、返されたIDを PUT /farm/page/methods/{method} に指定します。',
    successStatus: 201,
  })
    .errors(needsKey)
    .errors({ TOO_MANY_DOCUMENTS: { status: 429, message: '連続して書類が送信されました。15分ほど待ってください。' } })
    .errors(
      refusals(
        [
          'document_empty',
          'document_too_large',
          'document_unknown_kind',
          'document_pdf_broken',
          'document_pdf_locked',
          'document_pdf_active',
          'document_pdf_too_long',
          'document_pdf_unclear',
          'document_too_many',
          'photo_heic',
          'photo_animated',
          'photo_broken',
          'photo_too_many_pixels',
          'file_infected',
          'scanner_away',
        ] as const,
        (refusal) => documentRefusalText[refusal],
      ),
    )
    .errors(refusals(['key_reused'] as const, goodsRefusalText))
    .input(
      z.object({
        headers: KeyHeader,
        body: Body({
          fileName: Text(1, 200).describe('書類の名前。例 有機JAS認証書.pdf'),
          data: Base64('書類', maxDocumentBytes, documentRefusalText.document_too_large).describe(
            'ファイルそのもの（base64）',
          ),
        }),
      }),
    )
    .output(z.object({ id: AnId }))
    .handler(async ({ context: { ctx, files }, input: { headers, body } }) => {
      const wait = await waitAfter(ctx, 'farm-document', requireFarm(ctx.actor).personId, documentLimit)
      if (wait > 0) throw tooMany('TOO_MANY_DOCUMENTS', '連続して書類が送信されました。15分ほど待ってください。', wait)
      const bytes = new Uint8Array(Buffer.from(body.data, 'base64'))
      const given = { key: headers['idempotency-key'], bytes, fileName: body.fileName }
      return granted(await handInCertificate(ctx, files, given), (refusal) =>
        refusal === 'key_reused' ? goodsRefusalText(refusal) : documentRefusalText[refusal],
      )
    }),
}

const photosOf = async (ctx: Ctx) => ({ photos: (await ownIntro(ctx)).photos.map(photoAnswer) })

const documentAnswer = ({
  id,
  kind,
  fileName,
  mediaType,
  byteCount,
  number,
  authority,
  expiresOn,
  addedAt,
  checkedAt,
}: DocumentFacts) => ({
  id,
  kind,
  fileName,
  mediaType,
  byteCount,
  number,
  authority,
  expiresOn,
  addedAt,
  checked: checkedAt !== null,
})
