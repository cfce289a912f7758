import { Undo2, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { data, Form, type MetaFunction, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { z } from 'zod'
import { requireBuyer } from '#access/authorize.ts'
import { formatDeadline } from '#kernel/format.ts'
import { type FarmId, type ProductId, parseId } from '#kernel/ids.ts'
import { type JstDate, parseJstDate } from '#kernel/jst.ts'
import { slots } from '#kernel/words.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
import { changesSince, type SeenQuote, seenOf } from '#modules/cart/seen-quote.ts'
import { shownCart } from '#modules/cart/shown-cart.ts'
import { placeOrder } from '#modules/ordering/place-order.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { PurchaseSlip } from '#modules/ordering/ui/purchase-slip.tsx'
import { QuoteChanges } from '#modules/ordering/ui/quote-changes.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { chosenKitchen } from '../chosen-kitchen.server.ts'
import { page } from '../page.server.ts'
import type { Route } from './+types/order.ts'
import { PageBar } from './page-bar.tsx'
import { useShop } from './shell.ts'

export const meta: MetaFunction = () => [{ title: '注文内容の確認｜畝と皿' }]
export const handle = { shell: { top: 'own', tabs: false, cartBar: false } }

/**
 * The slip and what the form says was seen are one quote, so that nothing else is ordered than is shown.
 * The key is made with them: pressing twice, going back or sending again orders once.
 */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const quote = await cartQuote(ctx, await chosenKitchen(request, requireBuyer(ctx.actor)))
  if (quote.lineCount === 0) throw redirect('/restaurant/cart')
  return { cart: shownCart(quote), seen: seenOf(quote), key: crypto.randomUUID(), now: ctx.now }
})

const isId = (text: unknown) => parseId(text) !== null
const Seen = z.object({
  totalYen: z.int(),
  lines: z.array(z.object({ productId: z.custom<ProductId>(isId), qty: z.int(), priceYen: z.int() })).max(500),
  farms: z
    .array(
      z.object({
        farmId: z.custom<FarmId>(isId),
        deliveryOn: z.custom<JstDate>((day) => parseJstDate(day) !== null).nullable(),
        slot: z.enum(slots),
        freightYen: z.int(),
      }),
    )
    .max(200),
})
const Confirmed = z.object({ key: z.uuid(), seen: z.string().max(60_000) })

export const action = page(async (ctx, { request }: Route.ActionArgs) => {
  const kitchenId = await chosenKitchen(request, requireBuyer(ctx.actor))
  const form = Confirmed.safeParse(Object.fromEntries(await request.formData()))
  const seen = form.success ? readSeen(form.data.seen) : null
  if (!form.success || !seen)
    return refusedWith('画面を開き直して、もう一度お試しください。まだ注文していません。', 422)
  const placed = await placeOrder(ctx, { kitchenId, key: form.data.key, seen })
  if (placed.ok) return redirect(`/restaurant/order/completed/${placed.value.purchaseId}`)
  const fresh = await cartQuote(ctx, kitchenId)
  return refusedWith(refusalText(placed.refusal, placed.detail), 409, {
    changes: changesSince(seen, fresh),
    short: placed.refusal === 'out_of_stock' ? [placed.detail?.products ?? []].flat().map(String) : [],
  })
})

type Refused = { sentence: string; changes: ReturnType<typeof changesSince>; short: string[]; offline: boolean }

const refusedWith = (sentence: string, status: number, more: Partial<Refused> = {}) =>
  data<Refused>({ sentence, changes: [], short: [], offline: false, ...more }, { status })

/** What the form carried; a form that was tampered with is no slip that anybody saw. */
function readSeen(text: string): SeenQuote | null {
  try {
    const parsed = Seen.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Without a signal nothing is sent and nothing waits to be sent; the same key makes a second try safe. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const sentence = navigator.onLine
      ? 'つながりませんでした。届いたかどうか、たしかめられません。もう一度押してください。二重には注文されません。'
      : '電波がありません。注文はまだ送られていません'
    return refusedWith(sentence, 503, { offline: true })
  }
}

/** A refusal shows the slip as it is now; without a signal there is nobody to ask. */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs): boolean =>
  !(typeof actionResult === 'object' && actionResult !== null && 'offline' in actionResult && actionResult.offline)

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, kitchenId, holidays } = useShop()
  const { cart } = loaderData
  const kitchen = shop.kitchens.find(({ id }) => id === kitchenId)
  return (
    <>
      <PageBar back="/restaurant/cart" backLabel="かごへもどる" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">注文内容の確認</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[40rem] gap-4 px-3.5 pt-4 pb-44">
        {actionData && (
          <Notice tone="akane">
            <p className="font-bold">{actionData.sentence}</p>
            {actionData.changes.length > 0 && <QuoteChanges changes={actionData.changes} />}
          </Notice>
        )}
        <PurchaseSlip
          cart={cart}
          kitchen={{ name: kitchen?.name ?? cart.kitchenName, place: kitchen?.place ?? '' }}
          holidays={holidays}
          short={actionData?.short ?? []}
        />
        <section aria-label="お支払いと取り消し" className="card grid gap-3 p-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <h2 className="font-bold">お支払い</h2>
            <p className="font-bold text-pine">請求書払い</p>
            <p className="w-full text-sub text-ink-2">月末に締めて、ひと月ぶんをまとめて請求します。</p>
          </div>
          <div className="border-t border-line pt-3">
            <h2 className="font-bold">取り消し</h2>
            <CancelRules {...loaderData} />
          </div>
        </section>
        <Confirm loaderData={loaderData} />
      </div>
    </>
  )
}

/** Until when each farm's order may be taken back: each has its own deadline. */
function CancelRules({ cart, now }: Route.ComponentProps['loaderData']) {
  return (
    <ul className="grid gap-1 text-sub">
      {cart.farms.map(({ farmId, name, day }) =>
        day ? (
          <li key={farmId}>
            {name}：{formatDeadline(day.cutoffAt, now)}までは自分で取り消せます
          </li>
        ) : null,
      )}
    </ul>
  )
}

function Confirm({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { cart, now } = loaderData
  const navigation = useNavigation()
  const [offline, setOffline] = useState(false)
  const first = cart.farms
    .flatMap(({ day }) => (day ? [day.cutoffAt] : []))
    .sort((a, b) => a.getTime() - b.getTime())[0]
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-3.5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
      <div className="mx-auto grid max-w-[38.25rem] gap-2.5">
        {offline ? (
          <p role="alert" className="flex items-center justify-center gap-2 text-sub font-bold text-akane">
            <WifiOff aria-hidden="true" size={20} className="shrink-0" />
            電波がありません。注文はまだ送られていません
          </p>
        ) : (
          first && (
            <p className="flex items-center justify-center gap-2 text-sub font-bold text-ink-2">
              <Undo2 aria-hidden="true" size={20} className="shrink-0" />
              {formatDeadline(first, now)}までは自分で取り消せます
            </p>
          )
        )}
        {cart.orderable ? (
          <Form
            method="post"
            onSubmit={(event) => {
              setOffline(!navigator.onLine)
              if (!navigator.onLine) event.preventDefault()
            }}
          >
            <input type="hidden" name="key" value={loaderData.key} />
            <input type="hidden" name="seen" value={JSON.stringify(loaderData.seen)} />
            <Button kind="kaki" size="lg" className="w-full" busy={navigation.formMethod === 'POST'}>
              この内容で注文する
            </Button>
          </Form>
        ) : (
          <>
            <p className="text-center text-sub font-bold text-akane">直すところがあるので、まだ注文できません。</p>
            <ButtonLink to="/restaurant/cart" size="lg" className="w-full">
              かごを直す
            </ButtonLink>
          </>
        )}
      </div>
    </div>
  )
}
