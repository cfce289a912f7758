import { data, redirect } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { setFavourite } from '#modules/products/catalog/favourites.server.ts'
import { watchRefusalText } from '#modules/products/catalog/watch-labels.ts'
import { addWatch, removeWatch, stopWatching } from '#modules/products/catalog/watches.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { storable, typedIn } from '#web/form.ts'
import { safeReturn } from '#web/page.server.ts'
import { forgetSubmitted, storeSubmitted, submittedBefore } from './submitted-cookie.server.ts'

const home = '/restaurant/favourites'

type Done = { said: string; refused: boolean }

/** A favourite or an alert, from any page: done, and where to return to without script. A malformed form is 400. */
export async function changeFavourites(ctx: Ctx, form: FormData, scripted: boolean) {
  if (ctx.actor.kind === 'visitor') return signInFirst(form)
  const { said, refused } = await changed(ctx, form)
  if (!scripted) return redirectWithFlash(backIn(form), said, wayBackOf(form))
  return refused ? data({ problem: { summary: said, fields: {}, typed: {} } }, { status: 409 }) : { problem: undefined }
}

/**
 * What was pressed before the sign-in is done now, and the user returns to that page. Whatever has happened meanwhile,
 * it is tried once.
 */
export async function doWhatWasPressed(ctx: Ctx, request: Request): Promise<Response | null> {
  const form = ctx.actor.kind === 'visitor' ? null : await submittedBefore(request)
  if (!form) return null
  const said = await changed(ctx, form).then(
    (done) => done.said,
    () => 'サインイン前の操作は、登録できませんでした。',
  )
  const answer = await redirectWithFlash(backIn(form), said)
  answer.headers.append('set-cookie', await forgetSubmitted())
  return answer
}

/** The sign-in, with a return to the same page; the action is remembered until then. */
async function signInFirst(form: FormData): Promise<Response> {
  readWanted(form)
  const wanted = form.get('kept') === '1' || form.get('on') === '1'
  const pressed = wanted ? await storeSubmitted(form) : null
  const to = `/auth/signIn?returnTo=${encodeURIComponent(pressed ? home : backIn(form))}`
  if (!pressed) return redirect(to)
  const answer = await redirectWithFlash(
    to,
    form.get('intent') === 'keep'
      ? 'サインインすると、お気に入りに登録されます。'
      : 'サインインすると、お知らせが登録されます。',
  )
  answer.headers.append('set-cookie', pressed)
  return answer
}

/** The form that restores what was removed; none if something was added, or only an id is known. */
function wayBackOf(form: FormData): Record<string, string> | undefined {
  const wanted = readWanted(form)
  if (wanted.intent === 'unwatch' || (wanted.intent === 'keep' ? wanted.kept : wanted.on)) return undefined
  const names = ['intent', 'product', 'farm', 'kind', 'words']
  const fields = [...form].flatMap(([name, value]) =>
    names.includes(name) && typeof value === 'string' ? [[name, storable(value)] as const] : [],
  )
  return { ...Object.fromEntries(fields), [wanted.intent === 'keep' ? 'kept' : 'on']: '1' }
}

function backIn(form: FormData): string {
  const back = form.get('returnTo')
  return safeReturn(typeof back === 'string' ? storable(back) : null, home)
}

const Wanted = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('keep'), ...setFavourite.declaration.input }),
  z.object({ intent: z.literal('watch'), ...addWatch.declaration.input, on: z.boolean() }),
  z.object({ intent: z.literal('unwatch'), ...removeWatch.declaration.input }),
])

/** The action of the form; 400 for an unknown one. */
function readWanted(form: FormData): z.output<typeof Wanted> {
  const { intent, product: productId, farm: farmId, kind, words = '', kept, on, id } = typedIn(form)
  const it = farmId === undefined ? { productId } : { farmId }
  const asked = kind === 'words' ? { kind, words: [...words].slice(0, mostWords).join('') } : { kind, ...it }
  const read = Wanted.safeParse({ intent, it, kept: kept === '1', asked, on: on === '1', id })
  if (read.success) return read.data
  throw data(null, { status: 400 })
}

/** Of longer words only the beginning is searched for. */
const mostWords = 100

async function changed(ctx: Ctx, form: FormData): Promise<Done> {
  const wanted = readWanted(form)
  const done = (said: string): Done => ({ said, refused: false })
  if (wanted.intent === 'keep') {
    await setFavourite(ctx, wanted)
    return done(wanted.kept ? 'お気に入りに追加しました。' : 'お気に入りから削除しました。')
  }
  if (wanted.intent === 'unwatch' || !wanted.on) {
    await (wanted.intent === 'unwatch' ? removeWatch(ctx, wanted) : stopWatching(ctx, wanted))
    return done('お知らせを解除しました。')
  }
  const result = await addWatch(ctx, wanted)
  return result.ok ? done('お知らせを登録しました。') : { said: watchRefusalText[result.refusal], refused: true }
}
