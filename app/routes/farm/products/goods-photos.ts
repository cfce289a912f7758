import { data, redirect } from 'react-router'
import { z } from 'zod'
import { requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { Forbidden, NotFound, Unauthenticated } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { photoRefusalText } from '#modules/photos/photo.ts'
import { dropPhotoParts, joinPhotoParts, keepPhotoPart } from '#modules/products/photo-parts.server.ts'
import { goodsPhotoLimit } from '#modules/products/product-photo.ts'
import { addPhoto, changePhoto, type PhotosOf } from '#modules/products/product-photos.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf } from '#web/form.ts'
import { page, safeReturn } from '#web/page.server.ts'
import { readForm } from '#web/read-form.server.ts'
import { requestCtx, requestFacts } from '#web/request-context.ts'
import { tryLater } from '#web/retry-after.ts'
import type { Route } from './+types/goods-photos.ts'

/** Each of them in several parts, and some of them twice on a weak connection. */
const partLimit = { most: 4_000, withinMs: 15 * 60_000 }
const tooMany = '短時間に多くの写真が送信されました。15分ほど待ってから、もう一度お試しください。'

/**
 * Photos of products and of the farm. Our script sends them one by one, each with its key and in parts, and is answered
 * in JSON; a form without script sends all selected files together, and moves, turns and removes.
 */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const key = new URL(args.request.url).searchParams.get('key')
  if (key === null) return byForm(args)
  try {
    return await byScript(args.context.get(requestCtx), args.context.get(requestFacts).files, args, key)
  } catch (error) {
    const said = knownSentence(error)
    if (!said) throw error
    return Response.json({ sentence: said.sentence }, { status: said.status })
  }
}

async function byScript(ctx: Ctx, files: FileStore, { request, params }: Route.ActionArgs, uploadKey: string) {
  const asked = new URL(request.url).searchParams
  const [part, parts] = [parseWholeNumber(asked.get('part')), parseWholeNumber(asked.get('parts'))]
  const sent = part === null ? null : (await formOf(request)).get('photo')
  if (!/^[0-9a-f-]{36}$/.test(uploadKey)) return Response.json({}, { status: 400 })
  const of = ownerOf(ctx, params.of)
  if (part !== null) {
    const wait = await waitToAdd(ctx, 'photo-part', partLimit)
    if (wait > 0) return Response.json({ sentence: tooMany }, tryLater(wait))
    const bytes = sent instanceof File ? new Uint8Array(await sent.arrayBuffer()) : new Uint8Array()
    return Response.json({}, { status: (await keepPhotoPart(ctx, files, { uploadKey, part, bytes })) ? 200 : 400 })
  }
  if (parts === null || parts < 1) return Response.json({}, { status: 400 })
  const wait = await waitToAdd(ctx)
  if (wait > 0) return Response.json({ sentence: tooMany }, tryLater(wait))
  const joined = await joinPhotoParts(ctx, files, { uploadKey, parts })
  if ('missing' in joined) return Response.json({ missing: joined.missing }, { status: 410 })
  const kept = await addPhoto(ctx, { of, bytes: joined.bytes, uploadKey }, files)
  await dropPhotoParts(ctx, files, { uploadKey, parts })
  return kept.ok
    ? Response.json({ photo: kept.value })
    : Response.json({ sentence: photoRefusalText[kept.refusal] }, { status: 422 })
}

const byForm = page(async (ctx, { request, params, context }: Route.ActionArgs): Promise<Response> => {
  const { files } = context.get(requestFacts)
  const form = await formOf(request)
  const of = ownerOf(ctx, params.of)
  const back = safeReturn(String(form.get('back') ?? ''), '/farmer/products/List')
  if (form.has('move')) {
    form.set('of', of)
    const asked = readForm(z.object(changePhoto.declaration.input), form)
    if (!asked.ok) throw data(null, { status: 400 })
    const done = await changePhoto(ctx, asked.value, files)
    return done.ok ? redirect(back) : redirectWithFlash(back, photoRefusalText[done.refusal])
  }
  const chosen = form.getAll('photos').filter((file): file is File => file instanceof File && file.size > 0)
  if (chosen.length === 0) return redirectWithFlash(back, '写真が選択されていません。')
  const said: string[] = []
  for (const file of chosen) {
    if ((await waitToAdd(ctx)) > 0) return redirectWithFlash(back, tooMany)
    const bytes = new Uint8Array(await file.arrayBuffer())
    const kept = await addPhoto(ctx, { of, bytes, uploadKey: crypto.randomUUID() }, files)
    if (!kept.ok) said.push(`${file.name}：${photoRefusalText[kept.refusal]}`)
  }
  const added = chosen.length - said.length
  return redirectWithFlash(
    back,
    [added > 0 ? `${added}枚の写真を追加しました。` : '', ...said].filter(Boolean).join('\n'),
  )
})

/** The farm itself by its own id, or one of its products; the use case checks the owner. */
function ownerOf(ctx: Ctx, text: string): PhotosOf {
  const { farmId } = requireFarm(ctx.actor)
  if (text === 'farm') return farmId
  const id = parseId<'product'>(text)
  if (!id) throw new NotFound('goods')
  return id
}

const waitToAdd = (ctx: Ctx, what = 'photo-farm', limit = goodsPhotoLimit) =>
  waitAfter(ctx, what, requireFarm(ctx.actor).personId, limit)

function knownSentence(error: unknown): { sentence: string; status: number } | null {
  if (error instanceof Unauthenticated)
    return {
      sentence: 'サインインの有効期限が切れました。別の画面でサインインしてから、もう一度お試しください。',
      status: 401,
    }
  if (error instanceof Forbidden) return { sentence: '写真を追加する権限がありません。', status: 403 }
  return error instanceof NotFound ? { sentence: '商品が見つかりません。', status: 404 } : null
}

export const loader = () => {
  throw data(null, { status: 405 })
}
