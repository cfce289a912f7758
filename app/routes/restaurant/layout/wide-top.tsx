import { Heart, MessageCircle, ReceiptJapaneseYen, Repeat, ShoppingBasket, Sprout, Truck } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { formatDay } from '#kernel/format.ts'
import WishedDayMenu from '#modules/cart/ui/wished-day-menu.tsx' with { load: 'later' }
import { slotWord } from '#modules/delivery/slot-word.ts'
import { LazyBell } from '#modules/notifications/ui/lazy-bell.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Link, NavLink } from '#ui/link.tsx'
import { LogoWithName } from '#ui/logo.tsx'
import { CountMark, UnreadMark } from './count-mark.tsx'
import { SearchField } from './search-field.tsx'
import type { Shop, ShopOrVisitor } from './shell.ts'
import { signUpAddress } from './shell.ts'
import { ShopMenu } from './shop-menu.tsx'
import { VisitorEntry } from './visitor-entry.tsx'

/** From 1024 px: 76 px with search, delivery day, links and the restaurant; for a visitor the sign-in. */
export function WideTop({ known }: { known: ShopOrVisitor }) {
  const member = known.kind === 'member'
  return (
    <header className="sticky top-0 z-(--z-header) hidden border-b border-line bg-surface lg:block print:hidden">
      <div className="mx-auto flex min-h-[4.75rem] max-w-[90rem] items-center gap-4 px-8">
        <Link
          to={member ? '/restaurant' : '/'}
          className="inline-flex shrink-0 items-center rounded-control"
          aria-label="畝と皿 ホーム"
        >
          <LogoWithName />
        </Link>
        <div className="max-w-[27rem] min-w-0 grow">
          <SearchField idPrefix="wide" wishedOn={member ? known.cart.wishedOn : null} slash />
        </div>
        {member ? (
          <>
            <WishedDayChip known={known} />
            <nav aria-label="主な画面" className="ms-auto flex gap-1">
              <WideLink to="/restaurant/farmers" Icon={Sprout}>
                農園
              </WideLink>
              <WideLink to="/restaurant/favourites" Icon={Heart}>
                お気に入り
              </WideLink>
              <WideLink to="/restaurant/lists" Icon={Repeat}>
                いつもの
              </WideLink>
              <WideLink
                to="/restaurant/order/History"
                Icon={ReceiptJapaneseYen}
                mark={<CountMark count={known.toReceive} unit="件が検収待ちです" />}
              >
                伝票
              </WideLink>
              <WideLink to="/restaurant/Chat" Icon={MessageCircle} mark={<UnreadMark count={known.live.unread} />}>
                チャット
              </WideLink>
              <WideLink
                to="/restaurant/cart"
                Icon={ShoppingBasket}
                mark={<CountMark count={known.cart.lineCount} unit="点" />}
                goal
              >
                かご
              </WideLink>
            </nav>
            <LazyBell unread={known.shop.notifications} />
            <ShopMenu known={known} />
          </>
        ) : (
          <nav aria-label="主な画面" className="ms-auto flex items-center gap-3">
            <WideLink to="/restaurant/farmers">農園</WideLink>
            <WideLink to="/restaurant/Guide">使い方</WideLink>
            <VisitorEntry known={known} />
            {known.maySignUp && <ButtonLink to={signUpAddress}>登録する</ButtonLink>}
          </nav>
        )}
      </div>
    </header>
  )
}

type WideLinkProps = { to: string; Icon?: typeof Truck; mark?: ReactNode; goal?: boolean; children: string }

const WideLink = ({ to, Icon, mark, goal, children }: WideLinkProps) => (
  <NavLink
    to={to}
    data-cart-goal={goal || undefined}
    className="relative grid min-h-12 min-w-14 place-items-center content-center rounded-control px-2 text-caption font-bold whitespace-nowrap text-ink-2 hover:bg-sunken aria-[current]:text-pine"
  >
    {Icon && <Icon aria-hidden="true" />}
    {children}
    {mark}
  </NavLink>
)

function WishedDayChip({ known: { cart, wishable, slot, holidays } }: { known: Shop }) {
  const day = cart.wishedOn
  return (
    <Suspense>
      <WishedDayMenu
        days={wishable}
        holidays={holidays}
        wishedOn={day}
        summaryClassName="flex min-h-[3.25rem] shrink-0 items-center gap-3 rounded-control bg-pine-tint px-4 text-pine-ink"
        summary={
          <>
            <Truck aria-hidden="true" />
            <span className="grid leading-tight">
              <span className="text-caption font-bold">お届け希望日</span>
              <span className="font-bold whitespace-nowrap">
                {day
                  ? `${formatDay(day, holidays[day] ?? null)}${slot === 'none' ? '' : ` ${slotWord[slot]}`}`
                  : '最短'}
              </span>
            </span>
          </>
        }
      />
    </Suspense>
  )
}
