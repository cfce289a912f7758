import { Suspense } from 'react'
import { data, Outlet, useLocation } from 'react-router'
import { type Actor, type BuyerActor, unprovenAccountOf } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can, isBuyer } from '#authorization/rules.ts'
import { endOfMinute, type JstDate, jstDateOf } from '#kernel/jst.ts'
import { shownCart } from '#modules/cart/shown-cart.ts'
import { CartBar } from '#modules/cart/ui/cart-bar.tsx'
import { CartRail } from '#modules/cart/ui/cart-rail.tsx'
import { CartWatch } from '#modules/cart/ui/cart-watch.tsx'
import { receivingDays, wishableDays } from '#modules/delivery/delivery-days.ts'
import { restaurantFrame } from '#modules/messaging/restaurant-frame.server.ts'
import { placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { resolveTaxPercent, type TaxRateRow } from '#modules/pricing/tax/consumption-tax.ts'
import { taxRates } from '#modules/pricing/tax/tax-rates.server.ts'
import { keptIds } from '#modules/products/catalog/favourites.server.ts'
import { CategoryRow } from '#modules/products/catalog/ui/category-row.tsx'
import DeviceStrip from '#routes/shell/device-strip.tsx' with { load: 'later' }
import { Footer } from '#routes/shell/footer.tsx'
// Of use once the page is there.
import LiveUpdates from '#routes/shell/live-updates.tsx' with { load: 'later' }
import { type Flash, useFlash } from '#ui/flash-message.ts'
import { FlashMessage, Notice } from '#ui/notice.tsx'
import { takeFlash } from '#web/flash-message.server.ts'
import { guarded } from '#web/guard.server.ts'
import { page } from '#web/page.server.ts'
import { cartOfPage } from '../cart/cart-of-page.server.ts'
import type { Route } from './+types/layout.ts'
import { awaitingText } from './awaiting-text.ts'
import { BottomTabs } from './bottom-tabs.tsx'
import { holidaysFrom } from './holidays.server.ts'
import LayoutBars from './layout-bars.tsx' with { load: 'later' }
import { PhoneTop } from './phone-top.tsx'
import { useShell } from './shell.ts'
import WayBack from './way-back.tsx' with { load: 'later' }
import { WideTop } from './wide-top.tsx'

export const middleware = guarded('consent')

/** Everything under /restaurant: products and farms for everyone, and for members their restaurant and its cart. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { flash, headers } = await takeFlash(request)
  const today = jstDateOf(ctx.now)
  const known = isBuyer(ctx.actor)
    ? await asMember(ctx, request, ctx.actor, today)
    : await asVisitor(ctx, ctx.actor, today)
  return data({ now: endOfMinute(ctx.now), holidays: holidaysFrom(today, 15), flash, ...known }, { headers })
})

async function asMember(ctx: Ctx, request: Request, buyer: BuyerActor, today: JstDate) {
  const [{ quote, rates }, { restaurant: shop, recall, receiving, live, favourites }] = await Promise.all([
    cartOfPage(ctx, request, buyer),
    restaurantFrame(ctx),
  ])
  return {
    kind: 'member' as const,
    /** The favourites on a page; null for staff, who have none and see no buttons for them. */
    kept: favourites,
    shop,
    bars: shop.unread || recall ? { unread: shop.unread, recall } : null,
    /** Deliveries to be inspected (検収). */
    toReceive: receiving,
    live,
    personName: buyer.name,
    kitchenId: quote.kitchen.kitchenId,
    cart: shownCart(quote),
    wishable:
      quote.lineCount > 0
        ? wishableDays(quote.farms.map(({ days }) => days))
        : receivingDays(quote.kitchen.calendar, today),
    slot: quote.kitchen.defaultSlot,
    percents: percentsOn(rates, today),
  }
}

/** Tax percentages of food and of everything else on this day, as a hint beside prices. */
const percentsOn = (rates: readonly TaxRateRow[], today: JstDate) => ({
  food: resolveTaxPercent(rates, 'food', today),
  standard: resolveTaxPercent(rates, 'standard', today),
})

/** A user who sees no prices needs no percentages: a visitor's layout makes no query. */
const percentsFor = async (ctx: Ctx, today: JstDate) =>
  can(ctx.actor, 'price.see', null) ? percentsOn(await taxRates(ctx), today) : null

/** The user's start page, and whether a sign-up is of use to them. */
async function asVisitor(ctx: Ctx, actor: Exclude<Actor, BuyerActor>, today: JstDate) {
  const unproven = unprovenAccountOf(actor) !== null
  const home =
    actor.kind === 'farm'
      ? { to: '/farmer', word: '今日の画面へ' }
      : actor.kind === 'staff'
        ? { to: '/admin', word: '管理画面へ' }
        : unproven
          ? { to: placeAddress['verify-email'], word: 'メールアドレスの確認へ' }
          : null
  const signedIn = actor.kind !== 'visitor' || unproven
  const maySignUp = !signedIn || actor.kind === 'person'
  const [kept, percents] = await Promise.all([actor.kind === 'staff' ? null : keptIds(ctx), percentsFor(ctx, today)])
  return { kind: 'visitor' as const, kept, home, signedIn, maySignUp, percents }
}

export default function RestaurantLayout({ loaderData }: Route.ComponentProps) {
  const shell = useShell()
  const flash = useFlash(loaderData.flash)
  const cart = loaderData.kind === 'member' ? loaderData.cart : null
  const bars = loaderData.kind === 'member' ? loaderData.bars : null
  // the home page says the same with all its details
  const atHome = /^\/restaurant\/?$/i.test(useLocation().pathname)
  const waiting = loaderData.kind === 'member' && !atHome ? awaitingText[loaderData.shop.status] : null
  const withTabs = shell.tabs && cart !== null
  const withBar = shell.cartBar && cart !== null && cart.lineCount > 0
  return (
    <div
      data-kitchen={loaderData.kind === 'member' ? loaderData.kitchenId : undefined}
      className={`flex min-h-dvh flex-col print:pb-0 ${spaceBelow({ withTabs, withBar, ownBar: !shell.tabs && shell.footer })}`}
    >
      <PhoneTop shell={shell} known={loaderData} />
      <WideTop known={loaderData} />
      <Suspense>
        <DeviceStrip offline="オフラインです。閲覧のみ可能です。" className="text-sub" />
      </Suspense>
      {bars && (
        <Suspense>
          <LayoutBars {...bars} />
        </Suspense>
      )}
      {shell.categories && <CategoryRow wishedOn={cart?.wishedOn ?? null} />}
      <Said flash={flash} />
      {waiting && (
        <div className="mx-auto w-full max-w-[90rem] px-3.5 pt-3 lg:px-8 print:hidden">
          <Notice tone="tag">{waiting}</Notice>
        </div>
      )}
      {shell.rail && cart ? (
        <div className="mx-auto grid w-full max-w-[90rem] grow min-[75rem]:grid-cols-[minmax(0,1fr)_21rem] min-[75rem]:gap-7 min-[75rem]:px-8">
          <main id="main" className="min-w-0" tabIndex={-1}>
            <Outlet />
          </main>
          <CartRail cart={cart} now={loaderData.now} />
        </div>
      ) : (
        <main
          id="main"
          className={`w-full min-w-0 grow ${shell.rail ? 'mx-auto max-w-[90rem] min-[75rem]:px-8' : ''}`}
          tabIndex={-1}
        >
          <Outlet />
        </main>
      )}
      {shell.footer && <Footer />}
      {withBar && <CartBar cart={cart} aboveTabs={withTabs} />}
      {cart && <CartWatch cart={cart} />}
      {withTabs && loaderData.kind === 'member' && <BottomTabs known={loaderData} />}
      {loaderData.kind === 'member' && (
        <Suspense>
          <LiveUpdates address="/api/live" {...loaderData.live} />
        </Suspense>
      )}
    </div>
  )
}

/** One sentence is a toast on the next page; a list of changes stays in the page until it has been read. */
function Said({ flash }: { flash: Flash | null }) {
  const place = 'mx-auto w-full max-w-[90rem] px-3.5 pt-3 lg:px-8 print:hidden'
  if (!flash) return null
  const { notice, wayBack } = flash
  if (wayBack)
    return (
      <Suspense>
        <WayBack notice={notice} wayBack={wayBack} className={place} />
      </Suspense>
    )
  if (!notice.includes('\n')) return <FlashMessage flash={flash} className={place} />
  return (
    <div className={place}>
      <Notice tone="matcha" className="whitespace-pre-line">
        {notice}
      </Notice>
    </div>
  )
}

/** Elements fixed to the bottom of a phone cover no text of the page. */
function spaceBelow({ withTabs, withBar, ownBar }: { withTabs: boolean; withBar: boolean; ownBar: boolean }): string {
  if (withBar) return withTabs ? 'pb-44 lg:pb-24 min-[75rem]:pb-0' : 'pb-24 min-[75rem]:pb-0'
  if (withTabs) return 'pb-20 lg:pb-0'
  return ownBar ? 'pb-28 lg:pb-0' : ''
}
