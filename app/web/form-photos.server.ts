import type { RouterContextProvider } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { draftPhotos, keepPhoto } from '#modules/photos/keep-photo.server.ts'
import { type PhotoKey, parsePhotoKey, photoRefusalText } from '#modules/photos/photo.ts'
import { formKey, invalid, refused, shownAgain, staleForm } from './form.ts'
import { requestFacts } from './request-context.ts'

/** Photos of one user in a quarter of an hour: more than any delivery needs, because decoding is expensive. */
const photoLimit = { most: 80, withinMs: 15 * 60_000 }

type Asked = {
  form: FormData
  /** The name of the file field; earlier photos are in `kept.<…>` beside it. */
  field: string
  keptAs: string
  formKey: string
  most: number
}

/**
 * The photos of one field of a form, stored as its drafts: new ones, and those of an earlier submission that was
 * refused (`<keptAs>.<key>`). A sentence if one is refused.
 */
export async function photosOfField(
  ctx: Ctx,
  files: FileStore,
  { form, field, keptAs, formKey, most }: Asked,
): Promise<{ keys: PhotoKey[]; sentence: string | null }> {
  const named = [...form.keys()].flatMap((name) =>
    name.startsWith(`${keptAs}.`) ? (parsePhotoKey(name.slice(keptAs.length + 1)) ?? []) : [],
  )
  const keys = (await draftPhotos(ctx, formKey, named)).map(({ key }) => key).slice(0, most)
  const sent = form.getAll(field).filter((file): file is File => file instanceof File && file.size > 0)
  for (const file of sent.slice(0, most - keys.length)) {
    const whose = 'personId' in ctx.actor ? ctx.actor.personId : 'staff'
    if ((await waitAfter(ctx, 'photo-claim', whose, photoLimit)) > 0)
      return { keys, sentence: '写真の送信が続いています。15分ほど待ってから、もう一度選択してください。' }
    const kept = await keepPhoto(ctx, { bytes: new Uint8Array(await file.arrayBuffer()), formKey }, files)
    if (!kept.ok) return { keys, sentence: photoRefusalText[kept.refusal] }
    keys.push(kept.value.key)
  }
  return { keys, sentence: null }
}

/** A job (jobs.server.ts) of a form with photos: they are stored first, and its use case gets their keys as `photos`. */
export const afterPhotos =
  <Args extends { context: Readonly<RouterContextProvider> }, Answer>(
    { field, most }: Pick<Asked, 'field' | 'most'>,
    run: (ctx: Ctx, form: FormData, args: Args) => Promise<Answer>,
  ) =>
  async (ctx: Ctx, form: FormData, args: Args) => {
    const key = formKey().safeParse(form.get('key'))
    if (!key.success) return invalid({ fields: {}, summary: staleForm, typed: shownAgain(form) })
    const asked = { form, field, keptAs: `kept.${field}`, formKey: key.data, most }
    const { keys, sentence } = await photosOfField(ctx, args.context.get(requestFacts).files, asked)
    form.delete(field)
    for (const [at, photo] of keys.entries()) {
      form.set(`photos[${at}]`, photo)
      form.set(`${asked.keptAs}.${photo}`, 'on')
    }
    return sentence ? refused(sentence, form, field, 422) : run(ctx, form, args)
  }
