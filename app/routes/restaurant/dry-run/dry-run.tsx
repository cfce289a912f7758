import { data, type MetaFunction, redirect } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import { parseJstDate } from '#kernel/jst.ts'
import { changesSince, seenOf } from '#modules/cart/seen-quote.ts'
import { shownCart } from '#modules/cart/shown-cart.ts'
import { dryRunMarket, readAmounts } from '#modules/ordering/dry-run/dry-run-market.ts'
import { dryRunOrder, dryRunQuote } from '#modules/ordering/dry-run/dry-run-order.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { chosenKitchen } from '#web/chosen-kitchen.server.ts'
import { formOf, staleForm } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { readSeen } from '../checkout/seen-form.ts'
import type { Route } from './+types/dry-run.ts'
import DryRunScreen from './dry-run-screen.tsx'

export const meta: MetaFunction = () => ownMeta('練習注文')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

/** The selection is in the address, so nothing is stored: `step=check` shows the slip. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const asked = new URL(request.url).searchParams
  const wish = wishIn(asked)
  const quote = await dryRunQuote(ctx, await chosenKitchen(request, buyer), wish)
  const checks = asked.get('step') === 'check'
  if (checks && quote.lineCount === 0) throw redirect('/restaurant/order/test')
  const limit = buyer.orderLimitYen
  return {
    checks,
    wish,
    farms: dryRunMarket.map(({ farmId, name, crest, about, lines }) => ({ farmId, name, crest, about, lines })),
    cart: shownCart(quote),
    seen: seenOf(quote),
    overLimit: limit !== null && quote.spendingTotalYen > limit ? limit : null,
    back: addressOf(wish),
    now: ctx.now,
  }
})

const wishIn = (asked: URLSearchParams) => ({
  amounts: readAmounts(asked),
  wishedOn: parseJstDate(asked.get('day')),
})

function addressOf({ amounts, wishedOn }: ReturnType<typeof wishIn>): string {
  const chosen = new URLSearchParams(Object.entries(amounts).map(([key, qty]) => [key, String(qty)]))
  if (wishedOn) chosen.set('day', wishedOn)
  return `/restaurant/order/test?${chosen}`
}

/** Checked like an order, and stored nowhere: the response is the only result. */
export const action = pageAction(async (ctx, { request }: Route.ActionArgs) => {
  const kitchenId = await chosenKitchen(request, requireBuyer(ctx.actor))
  const form = await formOf(request)
  const seen = readSeen(String(form.get('seen') ?? ''))
  if (!seen) return refusedWith(staleForm)
  const wish = wishIn(new URL(request.url).searchParams)
  const done = await dryRunOrder(ctx, { kitchenId, seen, ...wish })
  if (done.ok) return data({ refusal: null, done: { cart: shownCart(done.value.quote), pending: done.value.pending } })
  const fresh = await dryRunQuote(ctx, kitchenId, wish)
  return refusedWith(refusalText(done.refusal, done.detail), changesSince(seen, fresh))
})

const refusedWith = (sentence: string, changes: ReturnType<typeof changesSince> = []) =>
  data({ refusal: { sentence, changes }, done: null }, { status: 409 })

export default DryRunScreen
