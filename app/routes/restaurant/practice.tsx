import { data, type MetaFunction, redirect } from 'react-router'
import { requireBuyer } from '#access/authorize.ts'
import { parseJstDate } from '#kernel/jst.ts'
import { changesSince, seenOf } from '#modules/cart/seen-quote.ts'
import { shownCart } from '#modules/cart/shown-cart.ts'
import { practiceMarket, readAmounts } from '#modules/ordering/practice/practice-market.ts'
import { practiceOrder, practiceQuote } from '#modules/ordering/practice/practice-order.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { chosenKitchen } from '../chosen-kitchen.server.ts'
import { formOf, staleForm } from '../form.ts'
import { page, pageAction } from '../page.server.ts'
import type { Route } from './+types/practice.ts'
import PracticeScreen from './practice-screen.tsx'
import { readSeen } from './seen-form.ts'

export const meta: MetaFunction = () => [{ title: '注文の練習｜畝と皿' }]
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

/** What is chosen stands in the address, so nothing of it is kept anywhere: `step=check` shows the slip. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const asked = new URL(request.url).searchParams
  const wish = wishIn(asked)
  const quote = await practiceQuote(ctx, await chosenKitchen(request, buyer), wish)
  const checks = asked.get('step') === 'check'
  if (checks && quote.lineCount === 0) throw redirect('/restaurant/order/test')
  const limit = buyer.orderLimitYen
  return {
    checks,
    wish,
    farms: practiceMarket.map(({ farmId, name, crest, about, lines }) => ({ farmId, name, crest, about, lines })),
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

/** Judged as an order is, and written nowhere: the answer is all there is of it. */
export const action = pageAction(async (ctx, { request }: Route.ActionArgs) => {
  const kitchenId = await chosenKitchen(request, requireBuyer(ctx.actor))
  const form = await formOf(request)
  const seen = readSeen(String(form.get('seen') ?? ''))
  if (!seen) return refusedWith(staleForm)
  const wish = wishIn(new URL(request.url).searchParams)
  const done = await practiceOrder(ctx, { kitchenId, seen, ...wish })
  if (done.ok) return data({ refusal: null, done: { cart: shownCart(done.value.quote), pending: done.value.pending } })
  const fresh = await practiceQuote(ctx, kitchenId, wish)
  return refusedWith(refusalText(done.refusal, done.detail), changesSince(seen, fresh))
})

const refusedWith = (sentence: string, changes: ReturnType<typeof changesSince> = []) =>
  data({ refusal: { sentence, changes }, done: null }, { status: 409 })

export default PracticeScreen
