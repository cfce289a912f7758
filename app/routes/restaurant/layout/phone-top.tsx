import { Search, ShoppingBasket } from 'lucide-react'
import { LazyBell } from '#modules/notifications/ui/lazy-bell.tsx'
import { IconLink } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { Logo, LogoWithName } from '#ui/logo.tsx'
import { CountMark } from './count-mark.tsx'
import { SearchField } from './search-field.tsx'
import type { Shell, ShopOrVisitor } from './shell.ts'
import { productsOn } from './shell.ts'
import { ShopMenu } from './shop-menu.tsx'
import { VisitorEntry } from './visitor-entry.tsx'

type Props = { shell: Required<Shell>; known: ShopOrVisitor }

/** Phone and tablet: 56 px with the restaurant and its menu, or the search field on search pages. */
export function PhoneTop({ shell, known }: Props) {
  // a visitor from a search engine has to see which site this is, so a visitor's name bar stays on every page
  if (shell.top === 'own' && known.kind === 'member') return null
  return (
    <header className="sticky top-0 z-(--z-header) border-b border-line bg-surface lg:hidden print:hidden">
      {known.kind === 'visitor' && (
        <div className="flex min-h-14 flex-wrap items-center justify-between gap-2 px-3.5">
          <Link to="/" className="inline-flex min-h-11 items-center rounded-control" aria-label="畝と皿 ホーム">
            <LogoWithName />
          </Link>
          <VisitorEntry known={known} />
        </div>
      )}
      {shell.top === 'search' && (
        <div className={`flex min-h-14 items-center px-3.5 ${known.kind === 'visitor' ? 'pb-2' : ''}`}>
          <SearchField idPrefix="phone" wishedOn={known.kind === 'member' ? known.cart.wishedOn : null} />
          {known.kind === 'member' && <CartLink count={known.cart.lineCount} />}
        </div>
      )}
      {shell.top === 'shop' && known.kind === 'member' && (
        <div className="flex min-h-14 flex-wrap items-center gap-2 px-3.5">
          <IconLink
            to="/restaurant"
            label="畝と皿 ホーム"
            className="shrink-0 in-data-[text=xlarge]:max-[22rem]:hidden"
          >
            <Logo width="32" height="32" />
          </IconLink>
          <div className="min-w-0 grow basis-18">
            <ShopMenu known={known} />
          </div>
          <LazyBell unread={known.shop.notifications} />
          {/* the tabs lead to the search as well, and a narrow phone needs the room for the name */}
          <IconLink
            to={productsOn(known.cart.wishedOn)}
            className="shrink-0 in-data-[text=xlarge]:hidden max-[22rem]:hidden"
            label="検索"
          >
            <Search aria-hidden="true" />
          </IconLink>
          <CartLink count={known.cart.lineCount} />
        </div>
      )}
    </header>
  )
}

const CartLink = ({ count }: { count: number }) => (
  <IconLink
    to="/restaurant/cart"
    data-cart-goal
    className="shrink-0"
    label={count > 0 ? `かご ${count > 99 ? '99+' : count} 点` : 'かご'}
  >
    <ShoppingBasket aria-hidden="true" />
    <span aria-hidden="true" className="contents">
      <CountMark count={count} unit="点" />
    </span>
  </IconLink>
)
