import { api } from '#api/api.server.ts'
import { granted, tooMany, wrongFields } from '#api/problems.server.ts'
import { requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import { type DocumentFacts, documentRefusalText } from '#modules/organisations/documents/document.ts'
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
import { changePhoto } from '#modules/products/product-photos.server.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { addGivenPhoto, photoAmong, photoAnswer, photoSentence } from './given-photo.server.ts'

/**
 * Re-encoding a picture of a document takes time, so a user may do it a limited number of times in a quarter of an
 * hour.
 */
const documentLimit = { most: 30, withinMs: 15 * 60_000 }

export const farmPageHandlers = {
  read: api.farmPage.read.handler(async ({ context: { ctx } }) => {
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
      links: await linksOf(ctx.db, farmId),
    }
  }),
  answer: api.farmPage.answer.handler(async ({ context: { ctx }, input: { body } }) => {
    const given = Object.entries(body.answers).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, text.trim()] as const],
    )
    const { version } = body
    return granted(await saveAnswers(ctx, { answers: Object.fromEntries(given), version }), goodsRefusalText)
  }),
  publish: api.farmPage.publish.handler(async ({ context: { ctx } }) => {
    const done = await publishIntro(ctx)
    if (!done.ok && done.refusal === 'fields') throw wrongFields({ [done.question]: done.sentence })
    granted(done, goodsRefusalText)
    return { story: (await ownIntro(ctx)).story }
  }),
  links: api.farmPage.links.handler(async ({ context: { ctx }, input: { body } }) => {
    const typed = Object.fromEntries(Object.entries(body).map(([kind, link]) => [kind, link ?? '']))
    const saved = await saveLinks(ctx, typed)
    if (!saved.ok) throw wrongFields(saved.fields)
    return saved.value
  }),
  method: api.farmPage.method.handler(async ({ context: { ctx }, input: { params, body } }) => {
    const said = { ...body, method: params.method }
    const missing = mistakesInMethod({ ...said, hasPaper: body.documentId !== null }, jstDateOf(ctx.now))
    if (Object.keys(missing).length > 0)
      throw wrongFields({ ...missing }, (field) => (field === 'paper' ? 'documentId' : field))
    await saveMethod(ctx, said)
    return { shown: body.shown }
  }),
  addPhoto: api.farmPage.addPhoto.handler(async ({ context: { ctx, files }, input: { headers, body } }) => {
    const { farmId } = requireFarm(ctx.actor)
    const key = await addGivenPhoto(ctx, files, { of: farmId, data: body.data, key: headers['idempotency-key'] })
    return photoAmong((await photosOf(ctx)).photos, key)
  }),
  changePhoto: api.farmPage.changePhoto.handler(async ({ context: { ctx, files }, input: { params, body } }) => {
    const { farmId } = requireFarm(ctx.actor)
    const change = 'move' in body ? body : ({ move: 'caption', caption: body.caption } as const)
    granted(await changePhoto(ctx, files, { of: farmId, key: params.key, ...change }), photoSentence)
    return photosOf(ctx)
  }),
  removePhoto: api.farmPage.removePhoto.handler(async ({ context: { ctx, files }, input: { params } }) => {
    const { farmId } = requireFarm(ctx.actor)
    granted(await changePhoto(ctx, files, { of: farmId, key: params.key, move: 'remove' }), photoSentence)
  }),
  documents: api.farmPage.documents.handler(async ({ context: { ctx } }) => ({
    documents: (await ownDocuments(ctx)).map(documentAnswer),
  })),
  addDocument: api.farmPage.addDocument.handler(async ({ context: { ctx, files }, input: { headers, body } }) => {
    const wait = await waitAfter(ctx, 'farm-document', requireFarm(ctx.actor).personId, documentLimit)
    if (wait > 0) throw tooMany('TOO_MANY_DOCUMENTS', '書類がつづけて届きました。15分ほど待ってください。', wait)
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
