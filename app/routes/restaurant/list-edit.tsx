import { redirect } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type ProductId, parseId, type ShoppingListId } from '#kernel/ids.ts'
import { jstDateOf, weekdayOf } from '#kernel/jst.ts'
import type { Result } from '#kernel/result.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import {
  placeShoppingListLines,
  removeList,
  removeShoppingListLine,
  renameList,
  setShoppingListLine,
} from '#modules/shopping-lists/change-list.server.ts'
import { fieldOfList, type ListRefusal, listRefusalText } from '#modules/shopping-lists/refusal-text.ts'
import { oftenOrdered, shoppingList } from '#modules/shopping-lists/shopping-lists.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, refused, staleForm } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/list-edit.ts'
import ListEditScreen from './list-edit-screen.tsx'
import { weekdaysIn } from './weekdays-in.ts'

export const meta = () => ownMeta('リストを直す')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

const idOf = (params: { id: string }): ShoppingListId => {
  const id = parseId<'shoppingList'>(params.id)
  if (!id) throw new NotFound('list')
  return id
}

/** The stored list, and recently ordered products that are not in it. */
export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const list = await shoppingList(ctx, idOf(params))
  return { list, often: await oftenOrdered(ctx, list.id), today: weekdayOf(jstDateOf(ctx.now)) }
})

const Renamed = z.object({ name: z.string(), version: z.coerce.number().int() })

export const action = pageAction(async (ctx, { request, params }: Route.ActionArgs) => {
  const listId = idOf(params)
  const form = await formOf(request)
  const here = `/restaurant/lists/${listId}`
  switch (form.get('intent')) {
    case 'rename': {
      const sent = Renamed.safeParse({ name: form.get('name'), version: form.get('version') })
      if (!sent.success) return refused(staleForm, form)
      const renamed = await renameList(ctx, { listId, ...sent.data, weekdays: weekdaysIn(form) })
      return renamed.ok ? redirectWithFlash(here, '保存しました。') : said(renamed.refusal, form)
    }
    case 'place': {
      const ids = String(form.get('ids') ?? '').split(',')
      const productIds = ids.flatMap((text) => parseId<'product'>(text) ?? []) as ProductId[]
      return answer(await placeShoppingListLines(ctx, { listId, productIds }), form, here)
    }
    case 'remove-list': {
      const removed = await removeList(ctx, listId)
      return removed.ok ? redirectWithFlash('/restaurant/lists', 'リストを消しました。') : said(removed.refusal, form)
    }
    default:
      return ofLine(ctx, listId, form)
  }
})

async function ofLine(ctx: Ctx, listId: ShoppingListId, form: FormData) {
  const productId = parseId<'product'>(form.get('productId')) as ProductId | null
  if (!productId) return refused(staleForm, form)
  const here = `/restaurant/lists/${listId}`
  if (form.get('intent') === 'remove')
    return answer(await removeShoppingListLine(ctx, { listId, productId }), form, here)
  if (form.get('intent') !== 'line') return refused(staleForm, form)
  const qty = parseWholeNumber(form.get('qty')) ?? 0
  return answer(
    await setShoppingListLine(ctx, { listId, productId, qty, learns: form.get('learns') === 'yes' }),
    form,
    here,
  )
}

const answer = (done: Result<unknown, ListRefusal>, form: FormData, here: string) =>
  done.ok ? redirect(here) : said(done.refusal, form)

const said = (refusal: ListRefusal, form: FormData) => {
  const field = fieldOfList[refusal]
  const of = field === 'qty' ? `qty.${form.get('productId')}` : field
  return refused(listRefusalText(refusal), form, of)
}

/** Offline the page stays, and says that nothing was changed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default ListEditScreen
