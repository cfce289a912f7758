import {
  Bell,
  ChevronDown,
  CircleUserRound,
  Handshake,
  LogIn,
  LogOut,
  Menu,
  MessageCircleQuestion,
  Search,
  UserRoundCog,
} from 'lucide-react'
import { DetailsMenu } from '#ui/details-menu.tsx'
import { Form } from '#ui/fetcher.tsx'
import { Link } from '#ui/link.tsx'
import AppearanceForm from './appearance-form.tsx'
import { guideFor, type Viewer } from './site-header.tsx'

const row = 'flex min-h-11 w-full items-center gap-3 rounded-control px-2 text-start font-bold hover:bg-sunken'

const panel =
  '[&>.menu-panel]:mt-1 [&>.menu-panel]:w-72 [&>.menu-panel]:max-w-[calc(100vw-2rem)] [&>.menu-panel]:rounded-card [&>.menu-panel]:border-t [&>.menu-panel]:border-t-line [&>.menu-panel]:p-3'

/** The home page, the guide, the contact form, theme and text size; opens without script. */
export default function SiteMenu({ viewer }: { viewer: Viewer }) {
  return (
    <DetailsMenu
      className={panel}
      summaryClassName="flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-1 font-bold hover:bg-sunken"
      summary={
        <>
          {viewer ? <CircleUserRound aria-hidden="true" /> : <Menu aria-hidden="true" className="md:hidden" />}
          <span className="visually-hidden md:static md:h-auto md:w-auto md:[clip-path:none]">
            {viewer ? `${viewer.name}さん` : 'メニュー'}
          </span>
          <ChevronDown aria-hidden="true" size={20} className="max-md:hidden" />
        </>
      }
    >
      <div className="grid gap-1">
        {viewer && (
          <>
            <p className="px-2 text-sub text-ink-2 md:hidden">{viewer.name}さん</p>
            <Link to={viewer.home.to} className={row}>
              <LogIn aria-hidden="true" size={20} />
              {viewer.home.word}
            </Link>
          </>
        )}
        {(viewer?.home.to === '/restaurant' || viewer?.home.to === '/farmer') && (
          <>
            <Link to="/notices" className={row}>
              <Bell aria-hidden="true" size={20} />
              お知らせ
            </Link>
            <Link to="/profile" className={row}>
              <UserRoundCog aria-hidden="true" size={20} />
              マイ設定
            </Link>
          </>
        )}
        <Link to="/restaurant/products" className={`${row} md:hidden`}>
          <Search aria-hidden="true" size={20} />
          食材を検索
        </Link>
        <Link to={guideFor(viewer)} className={`${row} md:hidden`}>
          <Handshake aria-hidden="true" size={20} />
          使い方
        </Link>
        <Link to="/restaurant/Inquiry" className={row}>
          <MessageCircleQuestion aria-hidden="true" size={20} />
          お問い合わせ
        </Link>
        <div className="border-t border-line px-2 pt-3 pb-1">
          <AppearanceForm />
        </div>
        {viewer && (
          <Form method="post" action="/auth/signOut" reloadDocument className="border-t border-line pt-1">
            {viewer.home.to === '/admin' && <input type="hidden" name="door" value="staff" />}
            <button type="submit" className={row}>
              <LogOut aria-hidden="true" size={20} />
              サインアウト
            </button>
          </Form>
        )}
      </div>
    </DetailsMenu>
  )
}
