import { data, Outlet } from 'react-router'
import { requireBuyer } from '#access/authorize.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { OrgStatus } from '#kernel/words.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
import { shownCart } from '#modules/cart/shown-cart.ts'
import { CartBar } from '#modules/cart/ui/cart-bar.tsx'
import { CartRail } from '#modules/cart/ui/cart-rail.tsx'
import { CategoryRow } from '#modules/catalog/ui/category-row.tsx'
import { myRestaurant } from '#modules/identity/me.server.ts'
import { resolveTaxPercent } from '#modules/tax/consumption-tax.ts'
import { taxRates } from '#modules/tax/tax-rates.server.ts'
import { Notice } from '#ui/notice.tsx'
import { chosenKitchen } from '../chosen-kitchen.server.ts'
import { takeNotice } from '../notice.server.ts'
import { page } from '../page.server.ts'
import type { Route } from './+types/layout.ts'
import { holidaysFrom } from './holidays.server.ts'
import { useShell } from './shell.ts'
import { BottomTabs, PhoneTop, WideTop } from './shell-bars.tsx'

/** Everything under /restaurant: for members of a restaurant, with the cart of the kitchen they order for. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const kitchenId = await chosenKitchen(request, buyer)
  const shop = await myRestaurant(ctx)
  const rates = await taxRates(ctx)
  const quote = await cartQuote(ctx, kitchenId)
  const { notice, headers } = await takeNotice(request)
  const today = jstDateOf(ctx.now)
  return data(
    {
      shop,
      personName: buyer.name,
      kitchenId,
      cart: shownCart(quote),
      slot: quote.kitchen.defaultSlot,
      now: ctx.now,
      holidays: holidaysFrom(today, 15),
      /** Percent of food and of everything else on this day, as a hint beside prices. */
      percents: {
        food: resolveTaxPercent(rates, 'food', today),
        standard: resolveTaxPercent(rates, 'standard', today),
      },
      notice,
    },
    { headers },
  )
})

/** Why there are no prices and no cart yet, and what to do about it. */
const awaiting: Record<OrgStatus, string | null> = {
  draft: 'お店の登録がまだ終わっていません。登録を申し込み、承認されると、値段を見て注文できます。',
  submitted: 'お店の承認を待っています。承認のあと、値段を見て注文できます（ふつう1営業日）。',
  returned: 'お店の登録に直していただきたいところがあります。直して申し込み、承認されると、値段を見て注文できます。',
  rejected: 'お店の登録は承認されませんでした。値段を見たり注文したりすることはできません。',
  suspended:
    'お店の利用が止まっています。値段を見たり新しく注文したりすることはできません。これまでに注文した品の受け取りは続けられます。',
  closed: 'お店は閉店の扱いになっています。値段を見たり新しく注文したりすることはできません。',
  approved: null,
}

export default function RestaurantLayout({ loaderData }: Route.ComponentProps) {
  const shell = useShell()
  const { cart, notice } = loaderData
  const waiting = awaiting[loaderData.shop.status]
  const withBar = shell.cartBar && cart.lineCount > 0
  return (
    <div
      className={`flex min-h-dvh flex-col ${shell.tabs ? (withBar ? 'pb-44 lg:pb-12' : 'pb-24 lg:pb-12') : ''} print:pb-0`}
    >
      <PhoneTop shell={shell} shop={loaderData} />
      <WideTop shop={loaderData} />
      {shell.categories && <CategoryRow wishedOn={cart.wishedOn} />}
      {notice && (
        <div className="mx-auto w-full max-w-[90rem] px-3.5 pt-3 lg:px-8 print:hidden">
          <Notice tone="matcha" className="whitespace-pre-line">
            {notice}
          </Notice>
        </div>
      )}
      {waiting && (
        <div className="mx-auto w-full max-w-[90rem] px-3.5 pt-3 lg:px-8">
          <Notice tone="tag">{waiting}</Notice>
        </div>
      )}
      {shell.rail ? (
        <div className="mx-auto grid w-full max-w-[90rem] min-[75rem]:grid-cols-[minmax(0,1fr)_21rem] min-[75rem]:gap-7 min-[75rem]:px-8">
          <main id="main" className="min-w-0" tabIndex={-1}>
            <Outlet />
          </main>
          <CartRail cart={cart} now={loaderData.now} />
        </div>
      ) : (
        <main id="main" className="w-full min-w-0 grow" tabIndex={-1}>
          <Outlet />
        </main>
      )}
      {withBar && <CartBar cart={cart} aboveTabs={shell.tabs} />}
      {shell.tabs && <BottomTabs wishedOn={cart.wishedOn} lineCount={cart.lineCount} />}
    </div>
  )
}
