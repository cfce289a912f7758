import { redirect } from 'react-router'
import { z } from 'zod'
import { requireBuyer } from '#authorization/authorize.ts'
import { parseId, type ShoppingListId } from '#kernel/ids.ts'
import { jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { makeFromHistory, makeList } from '#modules/shopping-lists/change-list.server.ts'
import { listIntoCart } from '#modules/shopping-lists/into-cart.server.ts'
import { fieldOfList } from '#modules/shopping-lists/refusal-text.ts'
import { shoppingListNow } from '#modules/shopping-lists/shopping-list-now.server.ts'
import { kitchenField } from '#web/chosen-kitchen.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { refused, typedIn } from '#web/form.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { type ReadForm, readForm } from '#web/read-form.server.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import { reorderedText } from '../cart/cart-action.server.ts'
import { cartOfPage } from '../cart/cart-of-page.server.ts'
import type { Route } from './+types/lists.ts'
import { goodsOfForm } from './list-goods.ts'
import { sumOfList } from './list-sum.server.ts'
import ListsScreen from './lists-screen.tsx'

export const meta = () => ownMeta('いつもの')
export const handle = { shell: { cartBar: false } }

/**
 * The list of the next delivery, with its quantities filled in; `?list=` and `?on=` select another list and another
 * day.
 */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const formKey = crypto.randomUUID()
  const today = jstDateOf(ctx.now)
  if (!buyer.restaurantApproved) return { state: 'waiting' as const, formKey, now: ctx.now }
  const { quote } = await cartOfPage(ctx, request, buyer)
  const params = new URL(request.url).searchParams
  const asked = parseJstDate(params.get('on'))
  const wished = asked ?? quote.wishedOn
  const on = wished && wished > today ? wished : undefined
  const listId = parseId<'shoppingList'>(params.get('list')) as ShoppingListId | null
  const now = await shoppingListNow(ctx, { kitchen: quote.kitchen, listId, on })
  if (!now) return { state: 'none' as const, formKey, now: ctx.now }
  return {
    state: 'open' as const,
    formKey,
    now: ctx.now,
    lists: now.lists,
    list: now.list,
    sum: await sumOfList(ctx, { quote, list: now.list, on: on ?? null }),
    why: now.why,
    /** The day was selected, here or in the cart: everything is requested for it. */
    chosenOn: on ?? null,
  }
})

export const action = pageAction(
  jobs({
    'from-history': job(makeFromHistory, {
      fields: kitchenField,
      done: ({ listIds }) =>
        redirectWithFlash('/restaurant/lists', `これまでの注文から、${listIds.length}つのリストを作りました。`),
    }),
    make: job(makeList, {
      fields: kitchenField,
      at: fieldOfList,
      done: ({ listId }) => redirect(`/restaurant/lists/${listId}`),
    }),
    'into-cart': job(listIntoCart, {
      read: linesIn,
      done: (put, _, __, ___, form) => {
        if (put.put === 0) return refused(reorderedText(put), form)
        return put.changes.length > 0
          ? redirectWithFlash('/restaurant/cart', reorderedText(put))
          : redirect('/restaurant/order')
      },
    }),
  }),
)

const IntoCart = z.object(listIntoCart.declaration.input)

/** The quantities in the form, and the replacements of unavailable products. 0 skips a product this time. */
function linesIn(form: FormData): ReadForm<z.output<typeof IntoCart>> {
  const asked = readForm(IntoCart.omit({ lines: true }), form)
  if (!asked.ok) return asked
  const wrong = (sentence: string, name?: string) => ({
    ok: false as const,
    problem: { fields: name ? { [name]: sentence } : {}, summary: sentence, typed: typedIn(form) },
  })
  const { goods: lines, wrong: at } = goodsOfForm(form)
  if (at) return wrong('数量は0以上の整数で入力してください（例 12）。', at)
  if (lines.length === 0) return wrong('注文する商品がありません。数量を1以上にしてください。')
  return { ok: true, value: { ...asked.value, lines } }
}

/** Offline the page stays, and says that nothing was changed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default ListsScreen
