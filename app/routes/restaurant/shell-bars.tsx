import { ChevronDown, House, LogOut, MapPin, ReceiptJapaneseYen, Search, ShoppingBasket, Truck } from 'lucide-react'
import { Form, Link, NavLink, useLocation, useSearchParams } from 'react-router'
import { formatDay } from '#kernel/format.ts'
import { slotWord } from '#modules/ordering/order-words.ts'
import { Logo, LogoWithName } from '#ui/logo.tsx'
import { Crest } from '#ui/market.tsx'
import type { Shell } from './shell.ts'
import { productsOn, type useShop } from './shell.ts'

type Shop = ReturnType<typeof useShop>

/** Phone and tablet: 56 px with the shop and its menu, or the search field where one searches. */
export function PhoneTop({ shell, shop }: { shell: Required<Shell>; shop: Shop }) {
  if (shell.top === 'own') return null
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface lg:hidden print:hidden">
      <div className="flex min-h-14 items-center gap-2 px-3.5">
        {shell.top === 'search' ? (
          <SearchField idPrefix="phone" wishedOn={shop.cart.wishedOn} />
        ) : (
          <>
            <Link to="/restaurant" aria-label="畝と皿 ホーム" className="icon-btn shrink-0">
              <Logo width="32" height="32" />
            </Link>
            <ShopMenu shop={shop} />
            <Link to={productsOn(shop.cart.wishedOn)} className="icon-btn ms-auto shrink-0" aria-label="さがす">
              <Search aria-hidden="true" />
            </Link>
          </>
        )}
      </div>
    </header>
  )
}

/** From 1024 px: 76 px with search, delivery day, links and the shop. */
export function WideTop({ shop }: { shop: Shop }) {
  const { cart } = shop
  return (
    <header className="sticky top-0 z-20 hidden border-b border-line bg-surface lg:block print:hidden">
      <div className="mx-auto flex min-h-[4.75rem] max-w-[90rem] items-center gap-4 px-8">
        <Link to="/restaurant" className="shrink-0 rounded-control text-pine" aria-label="畝と皿 ホーム">
          <span className="text-ink">
            <LogoWithName />
          </span>
        </Link>
        <div className="max-w-[27rem] min-w-0 grow">
          <SearchField idPrefix="wide" wishedOn={cart.wishedOn} />
        </div>
        <WishedDayChip shop={shop} />
        <nav aria-label="おもな画面" className="ms-auto flex gap-1">
          <WideLink to="/restaurant/order/History" Icon={ReceiptJapaneseYen}>
            伝票
          </WideLink>
          <WideLink to="/restaurant/cart" Icon={ShoppingBasket} count={cart.lineCount}>
            かご
          </WideLink>
        </nav>
        <ShopMenu shop={shop} />
      </div>
    </header>
  )
}

type WideLinkProps = { to: string; Icon: typeof House; count?: number; children: string }

function WideLink({ to, Icon, count = 0, children }: WideLinkProps) {
  return (
    <NavLink
      to={to}
      className="relative grid min-h-12 min-w-14 place-items-center content-center rounded-control px-2 text-caption font-bold text-ink-2 hover:bg-sunken aria-[current]:text-pine"
    >
      <Icon aria-hidden="true" />
      {children}
      {count > 0 && <Count>{count}</Count>}
    </NavLink>
  )
}

const Count = ({ children }: { children: number }) => (
  <b className="num absolute top-0 right-1 grid h-5 min-w-5 place-items-center rounded-full bg-tag px-1 text-[0.75rem] text-tag-ink">
    {children}
    <small className="visually-hidden">品</small>
  </b>
)

function SearchField({ idPrefix, wishedOn }: { idPrefix: string; wishedOn: string | null }) {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const here = pathname.toLowerCase() === '/restaurant/products'
  const q = here ? (params.get('q') ?? '') : ''
  const kept = here
    ? (['category', 'on', 'season'] as const).map((name) => [name, params.get(name)] as const)
    : [['on', wishedOn] as const]
  return (
    <search className="w-full">
      <Form action="/restaurant/products" className="relative flex w-full items-center">
        <Search aria-hidden="true" className="pointer-events-none absolute left-4 text-ink-2" size={22} />
        <label htmlFor={`${idPrefix}-q`} className="visually-hidden">
          食材・農園・産地でさがす
        </label>
        <input
          key={q}
          id={`${idPrefix}-q`}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={100}
          placeholder="食材・農園・産地"
          autoComplete="off"
          enterKeyHint="search"
          className="h-12 w-full rounded-full border-[1.5px] border-line-strong bg-surface ps-12 pe-18 placeholder:text-ink-3"
        />
        {kept.map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)}
        <button
          type="submit"
          className="absolute right-0.5 min-h-11 rounded-full px-4 text-sub font-bold text-pine hover:bg-pine-tint"
        >
          さがす
        </button>
      </Form>
    </search>
  )
}

function WishedDayChip({ shop: { cart, slot, holidays } }: { shop: Shop }) {
  const day = cart.wishedOn
  return (
    <Link
      to="/restaurant/cart#wished"
      className="flex min-h-[3.25rem] shrink-0 items-center gap-3 rounded-control bg-pine-tint px-4 text-pine-ink"
    >
      <Truck aria-hidden="true" />
      <span className="grid leading-tight">
        <span className="text-caption font-bold">お届けの希望</span>
        <span className="font-bold whitespace-nowrap">
          {day
            ? `${formatDay(day, holidays[day] ?? null)}${slot === 'none' ? '' : ` ${slotWord[slot]}`}`
            : 'いちばん早い日'}
        </span>
      </span>
    </Link>
  )
}

/** The shop and its kitchens; opens without script. */
function ShopMenu({ shop }: { shop: Shop }) {
  const location = useLocation()
  const kitchen = shop.shop.kitchens.find(({ id }) => id === shop.kitchenId)
  return (
    <details key={location.key} className="relative min-w-0">
      <summary className="flex min-h-11 min-w-0 list-none items-center gap-2 rounded-control px-1 font-bold [&::-webkit-details-marker]:hidden">
        <span className="hidden text-pine lg:inline">
          <Crest kanji={shop.shop.crest} />
        </span>
        <span className="grid min-w-0 leading-tight">
          <span className="truncate">{shop.shop.name}</span>
          {shop.shop.kitchens.length > 1 && (
            <span className="truncate text-caption font-normal text-ink-2">{kitchen?.name}</span>
          )}
        </span>
        <ChevronDown aria-hidden="true" size={20} className="shrink-0" />
      </summary>
      <div className="absolute left-0 z-30 mt-2 grid w-72 max-w-[calc(100vw-2rem)] gap-3 rounded-card border border-line bg-raised p-4 shadow-3 lg:right-0 lg:left-auto">
        <p className="text-sub text-ink-2">{shop.personName}さん</p>
        <Form method="post" action="/restaurant/kitchen" className="grid gap-1">
          <input type="hidden" name="returnTo" value={location.pathname + location.search} />
          <p className="text-caption font-bold text-ink-2">届け先の厨房</p>
          {shop.shop.kitchens.map(({ id, name, place }) => (
            <button
              key={id}
              type="submit"
              name="kitchen"
              value={id}
              aria-pressed={id === shop.kitchenId}
              className="flex min-h-11 items-start gap-2 rounded-control px-2 py-2 text-start hover:bg-sunken aria-pressed:bg-pine-tint aria-pressed:font-bold aria-pressed:text-pine-ink"
            >
              <MapPin aria-hidden="true" size={20} className="mt-0.5 shrink-0" />
              <span className="grid">
                {name}
                {place && <span className="text-caption font-normal">{place}</span>}
              </span>
            </button>
          ))}
        </Form>
        <Form method="post" action="/auth/signOut" reloadDocument className="border-t border-line pt-2">
          <button
            type="submit"
            className="flex min-h-11 w-full items-center gap-2 rounded-control px-2 text-start hover:bg-sunken"
          >
            <LogOut aria-hidden="true" size={20} />
            サインアウト
          </button>
        </Form>
      </div>
    </details>
  )
}

export function BottomTabs({ wishedOn, lineCount }: { wishedOn: string | null; lineCount: number }) {
  return (
    <nav aria-label="メニュー" className="tabs lg:hidden">
      <NavLink to="/restaurant" end>
        <span>
          <House aria-hidden="true" />
        </span>
        ホーム
      </NavLink>
      <NavLink to={productsOn(wishedOn)}>
        <span>
          <Search aria-hidden="true" />
        </span>
        さがす
      </NavLink>
      <NavLink to="/restaurant/cart">
        <span>
          <ShoppingBasket aria-hidden="true" />
          {lineCount > 0 && <Count>{lineCount}</Count>}
        </span>
        かご
      </NavLink>
      <NavLink to="/restaurant/order/History">
        <span>
          <ReceiptJapaneseYen aria-hidden="true" />
        </span>
        伝票
      </NavLink>
    </nav>
  )
}
