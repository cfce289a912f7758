import { data, type MetaFunction, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { z } from 'zod'
import { requireBuyer } from '#authorization/authorize.ts'
import { paymentTermsWord } from '#kernel/payment-terms.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
import { heldUntil } from '#modules/cart/quote.ts'
import { changesSince, seenOf } from '#modules/cart/seen-quote.ts'
import { shownCart } from '#modules/cart/shown-cart.ts'
import { CreditNotice } from '#modules/credit/ui/credit-notice.tsx'
import { FeeRule } from '#modules/ordering/ui/fee-rule.tsx'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { PurchaseSlip } from '#modules/ordering/ui/purchase-slip.tsx'
import { QuoteChanges } from '#modules/ordering/ui/quote-changes.tsx'
import { paymentMethodWord } from '#modules/organisations/restaurant/restaurant-labels.ts'
import { checkoutIsByCard, placeByCard, placedText } from '#modules/payments/card/place-by-card.server.ts'
import { usualQuantities } from '#modules/shopping-lists/usual-quantities.server.ts'
import { Notice } from '#ui/notice.tsx'
import { chosenKitchen } from '#web/chosen-kitchen.server.ts'
import { formKey, formOf, parseForm, staleForm } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { didNotGetThrough } from '#web/stay-when-offline.ts'
import { cartOfPage } from '../cart/cart-of-page.server.ts'
import { PageBar } from '../layout/page-bar.tsx'
import { useShop } from '../layout/shell.ts'
import type { Route } from './+types/order.ts'
import { ConfirmBar } from './confirm-bar.tsx'
import { HoldNotice } from './hold-notice.tsx'
import { readSeen } from './seen-form.ts'

export const meta: MetaFunction = () => ownMeta('注文内容の確認')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

/**
 * The displayed slip and the seen values in the form come from one quote, so that nothing is ordered that was not
 * shown. The key is made with them: a double click, going back or resending orders once.
 */
export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const { quote } = await cartOfPage(ctx, request, buyer)
  if (quote.lineCount === 0) throw redirect('/restaurant/cart')
  const limit = buyer.orderLimitYen
  return {
    terms: context.get(requestFacts).operator.buyerTerms,
    cart: shownCart(quote),
    usual: await usualQuantities(ctx, {
      kitchenId: quote.kitchen.kitchenId,
      productIds: quote.farms.flatMap(({ lines }) => lines.map(({ productId }) => productId)),
    }),
    seen: seenOf(quote),
    byCard: await checkoutIsByCard(ctx),
    heldUntil: heldUntil(quote),
    /** A member may not order this much alone: an owner is asked. */
    overLimit: limit !== null && quote.spendingTotalYen > limit ? limit : null,
    formKey: crypto.randomUUID(),
    now: ctx.now,
  }
})

const Confirmed = z.object({ key: formKey(), seen: z.string().max(60_000), ask: z.literal('owner').optional() })

export const action = pageAction(async (ctx, { request, context }: Route.ActionArgs) => {
  const kitchenId = await chosenKitchen(request, requireBuyer(ctx.actor))
  const form = parseForm(Confirmed, await formOf(request))
  const seen = form.ok ? readSeen(form.value.seen) : null
  if (!form.ok || !seen) return refusedWith(`${staleForm}注文はまだ確定していません。`, 422)
  const input = { kitchenId, key: form.value.key, seen, askOwner: Boolean(form.value.ask) }
  const placed = await placeByCard(ctx, input, context.get(requestFacts).secureOrigin)
  if (placed.ok)
    return redirect(
      'prove' in placed.value ? placed.value.prove : `/restaurant/order/completed/${placed.value.purchaseId}`,
    )
  // the page stays as it is, so that its key makes the next attempt the same
  if (placed.refusal === 'card_no_answer') return refusedWith(placedText(placed.refusal, placed.detail), 503)
  const fresh = await cartQuote(ctx, kitchenId)
  return refusedWith(placedText(placed.refusal, placed.detail), 409, {
    changes: changesSince(seen, fresh),
    short: placed.refusal === 'out_of_stock' ? [placed.detail?.products ?? []].flat().map(String) : [],
  })
})

type Refused = { sentence: string; changes: ReturnType<typeof changesSince>; short: string[] }

const refusedWith = (sentence: string, status: number, more: Partial<Refused> = {}) =>
  data<Refused>({ sentence, changes: [], short: [], ...more }, { status })

/** Offline nothing is sent and nothing is queued; the same key makes a second attempt safe. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    if (!didNotGetThrough(error)) throw error
    const sentence = navigator.onLine
      ? '通信できず、注文が送信されたか確認できません。もう一度押してください。二重に注文されることはありません。'
      : 'オフラインです。注文はまだ送信されていません'
    return refusedWith(sentence, 503)
  }
}

/**
 * A refusal shows the current slip; offline or without a session it cannot be loaded. Reserving the products does not
 * change the slip: a user who has pressed meanwhile is not delayed.
 */
export const shouldRevalidate = ({ actionStatus, formData }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus !== 503 && actionStatus !== 401 && formData?.get('intent') !== 'hold'

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, kitchenId, holidays } = useShop()
  const { cart, terms } = loaderData
  const refusal = actionData && 'sentence' in actionData ? actionData : null
  const kitchen = shop.kitchens.find(({ id }) => id === kitchenId)
  return (
    <>
      <PageBar back="/restaurant/cart" backLabel="かごへ戻る" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">注文内容の確認</h1>
      </PageBar>
      <div
        className={`mx-auto grid w-full max-w-[40rem] grid-cols-1 gap-4 px-3.5 pt-4 ${actionData ? 'pb-96' : 'pb-44'}`}
      >
        <PurchaseSlip
          cart={cart}
          kitchen={{ name: kitchen?.name ?? cart.kitchenName, place: kitchen?.place ?? '' }}
          holidays={holidays}
          short={refusal?.short ?? []}
          usual={loaderData.usual}
        />
        <CreditNotice credit={cart.credit} problem={cart.creditProblem} />
        {cart.orderable && <HoldNotice until={loaderData.heldUntil} />}
        <section aria-label="お支払いとキャンセル" className="card grid gap-3 p-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <h2 className="font-bold">お支払い</h2>
            <p className="font-bold text-pine">{loaderData.byCard ? paymentMethodWord.card : '請求書払い'}</p>
            <p className="w-full text-sub text-ink-2">
              {loaderData.byCard
                ? '見込み金額の115%の利用枠をカードに確保し、金額の確定後に、確定した金額のみを決済します。'
                : `${paymentTermsWord(shop.closingDay, terms)}（${
                    paymentMethodWord[shop.paymentMethod === 'card' ? 'transfer' : shop.paymentMethod]
                  }）。1か月分を一括で請求します。`}
            </p>
            {!loaderData.byCard && shop.paymentMethod === 'card' && (
              <p className="w-full text-sub text-ink-2">
                現在、クレジットカードをご利用いただけないため、この注文は請求書での銀行振込になります。
              </p>
            )}
          </div>
          <div className="border-t border-line pt-3">
            <h2 className="font-bold">変更とキャンセル</h2>
            <CancelRules {...loaderData} />
          </div>
        </section>
        <ConfirmBar
          {...loaderData}
          refusal={
            actionData && 'problem' in actionData ? (
              <ProblemNotice problem={actionData.problem} />
            ) : (
              refusal && <RefusalNotice refusal={refusal} />
            )
          }
        />
      </div>
    </>
  )
}

/** Why nothing was ordered, and what has changed since the page was loaded. */
const RefusalNotice = ({ refusal: { sentence, changes } }: { refusal: Refused }) => (
  <Notice tone="akane">
    <p className="font-bold">{sentence}</p>
    {changes.length > 0 && <QuoteChanges changes={changes} />}
  </Notice>
)

/** Until when each farm's order may be cancelled: each has its own deadline. */
function CancelRules({ cart, now }: Route.ComponentProps['loaderData']) {
  return (
    <ul className="grid gap-1 text-sub">
      {cart.farms.map(({ farmId, name, day, lateCancelPercent }) =>
        day ? (
          <li key={farmId}>
            {name}：<FeeRule cutoffAt={day.cutoffAt} percent={lateCancelPercent} now={now} />
          </li>
        ) : null,
      )}
    </ul>
  )
}
