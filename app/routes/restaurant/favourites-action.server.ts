import { data } from 'react-router'
import type { Ctx } from '#access/ctx.ts'
import { type Id, parseId } from '#kernel/ids.ts'
import { watchKinds } from '#kernel/words.ts'
import { setFavourite } from '#modules/catalog/favourites.server.ts'
import { watchRefusalText } from '#modules/catalog/watch-words.ts'
import { addWatch, type NewWatch, removeWatch } from '#modules/catalog/watches.server.ts'
import { redirectWithNotice } from '../notice.server.ts'
import { safeReturn } from '../page.server.ts'

/** A heart or a bell, from whatever page: done, and where to go back to without script. A form of nobody's is 400. */
export async function changeFavourites(ctx: Ctx, form: FormData) {
  const intent = form.get('intent')
  const back = form.get('returnTo')
  const to = typeof back === 'string' ? safeReturn(back, '/restaurant/favourites') : null
  const done = async (said: string) => (to === null ? { problem: undefined } : redirectWithNotice(to, said))
  if (intent === 'keep') {
    const it = favouriteIn(form)
    const kept = form.get('kept') === '1'
    await setFavourite(ctx, it, kept)
    return done(kept ? 'お気に入りに入れました。' : 'お気に入りからはずしました。')
  }
  if (intent === 'unwatch') {
    await removeWatch(ctx, { id: idIn<'watch'>(form, 'id') })
    return done('お知らせをやめました。')
  }
  if (intent !== 'watch') throw data(null, { status: 400 })
  const asked = watchIn(form)
  if (form.get('on') !== '1') {
    await removeWatch(ctx, asked)
    return done('お知らせをやめました。')
  }
  const result = await addWatch(ctx, asked)
  if (result.ok) return done('お知らせを登録しました。')
  const said = watchRefusalText[result.refusal]
  return to === null
    ? data({ problem: { summary: said, fields: {}, typed: {} } }, { status: 409 })
    : redirectWithNotice(to, said)
}

const favouriteIn = (form: FormData) =>
  form.has('farm') ? { farmId: idIn<'farm'>(form, 'farm') } : { productId: idIn<'product'>(form, 'product') }

function watchIn(form: FormData): NewWatch {
  const kind = watchKinds.find((known) => known === form.get('kind'))
  if (kind === undefined) throw data(null, { status: 400 })
  if (kind === 'words') return { kind, words: String(form.get('words') ?? '') }
  return kind === 'new_of_farm'
    ? { kind, farmId: idIn<'farm'>(form, 'farm') }
    : { kind, productId: idIn<'product'>(form, 'product') }
}

function idIn<Of extends string>(form: FormData, name: string): Id<Of> {
  const id = parseId<Of>(form.get(name))
  if (id) return id
  throw data(null, { status: 400 })
}
