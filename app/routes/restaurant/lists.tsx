import { redirect } from 'react-router'
import { z } from 'zod'
import { requireBuyer } from '#authorization/authorize.ts'
import { type KitchenId, type ProductId, parseId, type ShoppingListId } from '#kernel/ids.ts'
import { jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { makeFromHistory, makeList } from '#modules/shopping-lists/change-list.server.ts'
import { listIntoCart } from '#modules/shopping-lists/into-cart.server.ts'
import { fieldOfList, listRefusalText } from '#modules/shopping-lists/refusal-text.ts'
import { shoppingListNow } from '#modules/shopping-lists/shopping-list-now.server.ts'
import { chosenKitchen } from '#web/chosen-kitchen.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formKey, formOf, invalid, parseForm, refused, staleForm } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/lists.ts'
import { reorderedText } from './cart-action.server.ts'
import { cartOfPage } from './cart-of-page.server.ts'
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
    why: now.why,
    /** The day was selected, here or in the cart: everything is requested for it. */
    chosenOn: on ?? null,
  }
})

const IntoCart = z.object({ listId: z.string(), on: z.string().optional() })
const Made = z.object({ key: formKey() })

export const action = pageAction(async (ctx, { request }: Route.ActionArgs) => {
  const kitchenId = await chosenKitchen(request, requireBuyer(ctx.actor))
  const form = await formOf(request)
  switch (form.get('intent')) {
    case 'from-history': {
      const sent = parseForm(Made, form)
      if (!sent.ok) return invalid(sent.problem)
      const made = await makeFromHistory(ctx, { kitchenId, key: sent.value.key })
      if (!made.ok) return refused(listRefusalText(made.refusal), form)
      return redirectWithFlash(
        '/restaurant/lists',
        `これまでの注文から、${made.value.listIds.length}つのリストを作りました。`,
      )
    }
    case 'make':
      return make(ctx, kitchenId, form)
    case 'into-cart':
      return intoCart(ctx, form)
    default:
      return refused(staleForm, form)
  }
})

async function make(ctx: Parameters<typeof makeList>[0], kitchenId: KitchenId, form: FormData) {
  const sent = parseForm(Made, form)
  if (!sent.ok) return invalid(sent.problem)
  const made = await makeList(ctx, {
    kitchenId,
    key: sent.value.key,
    name: String(form.get('name') ?? ''),
    weekdays: [],
  })
  if (!made.ok) return refused(listRefusalText(made.refusal), form, fieldOfList[made.refusal])
  return redirect(`/restaurant/lists/${made.value.listId}`)
}

/** The quantities in the form, and the replacements of unavailable products. 0 skips a product this time. */
async function intoCart(ctx: Parameters<typeof listIntoCart>[0], form: FormData) {
  const sent = parseForm(IntoCart, form)
  const listId = sent.ok ? parseId<'shoppingList'>(sent.value.listId) : null
  if (!sent.ok || !listId) return refused(staleForm, form)
  const goods: { productId: ProductId; qty: number }[] = []
  for (const [name, value] of form) {
    const [what, text] = name.split('.')
    const productId = what === 'qty' || what === 'instead' ? parseId<'product'>(text) : null
    if (!productId || (what === 'instead' && !form.has(`with.${productId}`))) continue
    const qty = parseWholeNumber(value)
    if (qty === null || qty < 0 || qty > 9_999)
      return refused('数は0以上の整数で入力してください（例 12）。', form, name, 422)
    if (qty > 0) goods.push({ productId: productId as ProductId, qty })
  }
  if (goods.length === 0) return refused('注文する品がありません。数を1以上にしてください。', form, undefined, 422)
  const on = parseJstDate(sent.value.on) ?? undefined
  const put = await listIntoCart(ctx, { listId: listId as ShoppingListId, on, goods })
  if (put.put === 0) return refused(reorderedText(put), form)
  return put.changes.length > 0
    ? redirectWithFlash('/restaurant/cart', reorderedText(put))
    : redirect('/restaurant/order')
}

/** Offline the page stays, and says that nothing was changed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default ListsScreen
