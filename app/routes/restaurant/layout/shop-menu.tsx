import {
  BookOpen,
  Calculator,
  ChevronDown,
  Files,
  Heart,
  LogOut,
  MapPin,
  MessageCircleQuestion,
  Package,
  ReceiptText,
  Repeat,
  Sprout,
  Store,
  UserRoundCog,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { signAddress } from '#kernel/picture-name.ts'
import AppearanceForm from '#routes/shell/appearance-form.tsx'
import { WorkplaceSwitch } from '#routes/shell/workplace-switch.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { useHydrated } from '#ui/browser-state.ts'
import { DetailsMenu } from '#ui/details-menu.tsx'
import { Form } from '#ui/fetcher.tsx'
import { Kept } from '#ui/kept.tsx'
import { Link } from '#ui/link.tsx'
import type { Shop } from './shell.ts'
import { useSlashKey } from './slash-key.ts'

/** The restaurant, its kitchens, appearance, help and sign-out; opens without script. */
export function ShopMenu({ known }: { known: Shop }) {
  const location = useLocation()
  const { shop, kitchenId, personName } = known
  const kitchen = shop.kitchens.find(({ id }) => id === kitchenId)
  return (
    <DetailsMenu
      className="shop-menu"
      summaryClassName="flex min-h-11 min-w-0 items-center gap-2 rounded-control px-1 font-bold"
      summary={
        <>
          <span className="hidden text-pine lg:inline">
            <Avatar photo={signAddress(shop.logo, 36)} crest={shop.crest} size={36} look="sign" />
          </span>
          <span className="grid min-w-0 leading-tight">
            <span className="line-clamp-2">{shop.name}</span>
            {shop.kitchens.length > 1 && (
              <span className="line-clamp-2 text-caption font-normal text-ink-2">{kitchen?.name}</span>
            )}
          </span>
          <ChevronDown aria-hidden="true" size={20} className="shrink-0" />
        </>
      }
    >
      <div className="grid grid-cols-1 gap-3 p-2">
        <p className="text-sub text-ink-2">{personName}さん</p>
        <Kitchens shop={shop} chosen={kitchenId} returnTo={location.pathname + location.search} />
        <WorkplaceSwitch places={shop.places} />
        <div className="grid grid-cols-1 gap-3 border-t border-line pt-3">
          <AppearanceForm />
          <SlashKeySwitch />
        </div>
        <Kept as="ul" className="border-t border-line pt-2" part={Places} of={{}} />
        <Kept as="ul" className="flex flex-wrap gap-x-4 border-t border-line pt-1 text-sub" part={Terms} of={{}} />
        <Form method="post" action="/auth/signOut" reloadDocument className="border-t border-line pt-2">
          <button type="submit" className={row}>
            <LogOut aria-hidden="true" size={20} />
            サインアウト
          </button>
        </Form>
      </div>
    </DetailsMenu>
  )
}

const row = 'flex min-h-11 w-full items-center gap-2 rounded-control px-2 text-start font-bold hover:bg-sunken'

const Places = () => (
  <>
    <Item to="/restaurant/favourites" icon={<Heart aria-hidden="true" size={20} />}>
      お気に入り
    </Item>
    <Item to="/restaurant/farmers" icon={<Sprout aria-hidden="true" size={20} />}>
      農園
    </Item>
    <Item to="/restaurant/invoices" icon={<ReceiptText aria-hidden="true" size={20} />}>
      請求・支払い
    </Item>
    <Item to="/restaurant/requests" icon={<MessageCircleQuestion aria-hidden="true" size={20} />}>
      リクエスト
    </Item>
    <Item to="/restaurant/group-buys" icon={<Package aria-hidden="true" size={20} />}>
      共同購入
    </Item>
    <Item to="/restaurant/standing" icon={<Repeat aria-hidden="true" size={20} />}>
      自動注文
    </Item>
    <Item to="/restaurant/reviews" icon={<BookOpen aria-hidden="true" size={20} />}>
      評価
    </Item>
    <Item to="/restaurant/documents" icon={<Files aria-hidden="true" size={20} />}>
      発行書類
    </Item>
    <Item to="/restaurant/bagge" icon={<MapPin aria-hidden="true" size={20} />}>
      産地バッジ
    </Item>
    <Item to="/restaurant/bookkeeping" icon={<Calculator aria-hidden="true" size={20} />}>
      会計ソフト連携
    </Item>
    <Item to="/profile" icon={<UserRoundCog aria-hidden="true" size={20} />}>
      マイ設定
    </Item>
    <Item to="/restaurant/Account" icon={<Store aria-hidden="true" size={20} />}>
      飲食店の情報
    </Item>
    <Item to="/restaurant/members" icon={<Users aria-hidden="true" size={20} />}>
      メンバー
    </Item>
    <Item to="/restaurant/Guide" icon={<BookOpen aria-hidden="true" size={20} />}>
      使い方
    </Item>
    <Item to="/restaurant/Inquiry" icon={<MessageCircleQuestion aria-hidden="true" size={20} />}>
      お問い合わせ
    </Item>
  </>
)

const Terms = () => (
  <>
    <Small to="/restaurant/UserPolicy">利用規約</Small>
    <Small to="/restaurant/PrivacyPolicy">プライバシーポリシー</Small>
    <Small to="/restaurant/law">特定商取引法に基づく表記</Small>
  </>
)

function Kitchens({ shop, chosen, returnTo }: { shop: Shop['shop']; chosen: string; returnTo: string }) {
  return (
    <Form method="post" action="/restaurant/kitchen" className="grid grid-cols-1 gap-1">
      <input type="hidden" name="returnTo" value={returnTo} />
      <p className="text-caption font-bold text-ink-2">お届け先の店舗</p>
      {shop.kitchens.map(({ id, name, place }) => (
        <button
          key={id}
          type="submit"
          name="kitchen"
          value={id}
          aria-pressed={id === chosen}
          className="flex min-h-11 items-start gap-2 rounded-control px-2 py-2 text-start hover:bg-sunken aria-pressed:bg-pine-tint aria-pressed:font-bold aria-pressed:text-pine-ink"
        >
          <MapPin aria-hidden="true" size={20} className="mt-0.5 shrink-0" />
          <span className="grid min-w-0">
            {name}
            {place && <span className="text-caption font-normal">{place}</span>}
          </span>
        </button>
      ))}
    </Form>
  )
}

/** Only with a keyboard, and script that handles it. */
function SlashKeySwitch() {
  const hydrated = useHydrated()
  const { on, turn } = useSlashKey()
  if (!hydrated) return null
  return (
    <label className="hidden min-h-11 items-center gap-2 text-sub lg:flex">
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => turn(event.target.checked)}
        className="size-5 shrink-0 accent-pine"
      />
      <span>
        <kbd className="key me-1">/</kbd>キーで検索欄へ移動
      </span>
    </label>
  )
}

const Item = ({ to, icon, children }: { to: string; icon: ReactNode; children: string }) => (
  <li>
    <Link to={to} className={row}>
      {icon}
      {children}
    </Link>
  </li>
)

const Small = ({ to, children }: { to: string; children: string }) => (
  <li>
    <Link to={to} className="inline-flex min-h-11 items-center text-ink-2 underline-offset-4 hover:underline">
      {children}
    </Link>
  </li>
)
