import { z } from 'zod'
import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { type KitchenId, parseId, type ShoppingListId, type StandingOrderId } from '#kernel/ids.ts'
import { jstDateOf, parseJstDate } from '#kernel/jst.ts'
import type { Result } from '#kernel/result.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { fieldOfList, type ListRefusal, listRefusalText } from '#modules/shopping-lists/refusal-text.ts'
import { shoppingLists } from '#modules/shopping-lists/shopping-lists.server.ts'
import {
  changeStanding,
  endStanding,
  makeStanding,
  pauseStanding,
  skipStanding,
  standingOrders,
} from '#modules/shopping-lists/standing-orders.server.ts'
import { chosenKitchen } from '#web/chosen-kitchen.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formKey, formOf, refused, staleForm } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/standing.ts'
import StandingScreen from './standing-screen.tsx'
import { weekdaysIn } from './weekdays-in.ts'

export const meta = () => ownMeta('自動の注文')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

/** The standing orders of this kitchen, with their next dates. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const formKey = crypto.randomUUID()
  if (!buyer.restaurantApproved) return { state: 'waiting' as const, formKey, now: ctx.now }
  const kitchenId = await chosenKitchen(request, buyer)
  const lists = await shoppingLists(ctx, kitchenId)
  return {
    state: 'open' as const,
    formKey,
    now: ctx.now,
    today: jstDateOf(ctx.now),
    lists: lists.filter(({ lineCount }) => lineCount > 0).map(({ id, name, weekdays }) => ({ id, name, weekdays })),
    standing: await standingOrders(ctx, kitchenId),
    limit: buyer.orderLimitYen,
  }
})

const Made = z.object({ key: formKey() })
const Version = z.coerce.number().int()

export const action = pageAction(async (ctx, { request }: Route.ActionArgs) => {
  const kitchenId = await chosenKitchen(request, requireBuyer(ctx.actor))
  const form = await formOf(request)
  if (form.get('intent') === 'make') return make(ctx, kitchenId, form)
  const id = parseId<'standingOrder'>(form.get('id')) as StandingOrderId | null
  return id ? change(ctx, id, form) : refused(staleForm, form)
})

/** List, weekdays and ceiling, as far as they were given. */
function wantedIn(form: FormData) {
  const listId = parseId<'shoppingList'>(form.get('list')) as ShoppingListId | null
  const ceilingYen = parseWholeNumber(String(form.get('ceiling') ?? '').replaceAll(',', '')) ?? 0
  return listId && { listId, weekdays: weekdaysIn(form), ceilingYen }
}

async function make(ctx: Ctx, kitchenId: KitchenId, form: FormData) {
  const sent = Made.safeParse({ key: form.get('key') })
  const wanted = wantedIn(form)
  if (!sent.success || !wanted) return refused(staleForm, form)
  const made = await makeStanding(ctx, { kitchenId, key: sent.data.key, ...wanted })
  return answer(made, form, '自動の注文をはじめました。前の日の夕方に、メールでお知らせします。')
}

async function change(ctx: Ctx, id: StandingOrderId, form: FormData) {
  const day = parseJstDate(form.get('day'))
  switch (form.get('intent')) {
    case 'change': {
      const wanted = wantedIn(form)
      const version = Version.safeParse(form.get('version'))
      if (!wanted || !version.success) return refused(staleForm, form)
      return answer(await changeStanding(ctx, { id, version: version.data, ...wanted }), form, '保存しました。')
    }
    case 'pause':
      return answer(
        await pauseStanding(ctx, { id, paused: true }),
        form,
        'お休みにしました。再開するまで注文しません。',
      )
    case 'resume':
      return answer(await pauseStanding(ctx, { id, paused: false }), form, '再開しました。')
    case 'skip':
    case 'unskip': {
      if (!day) return refused(staleForm, form)
      const skipped = form.get('intent') === 'skip'
      const done = await skipStanding(ctx, { id, day, skipped })
      return answer(done, form, skipped ? 'その日は注文しません。' : 'その日も注文します。')
    }
    case 'end':
      return answer(await endStanding(ctx, id), form, '自動の注文をやめました。')
    default:
      return refused(staleForm, form)
  }
}

function answer(done: Result<unknown, ListRefusal>, form: FormData, notice: string) {
  if (done.ok) return redirectWithFlash('/restaurant/standing', notice)
  return refused(listRefusalText(done.refusal), form, fieldOfList[done.refusal])
}

/** Offline the page stays, and says that nothing was changed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default StandingScreen
