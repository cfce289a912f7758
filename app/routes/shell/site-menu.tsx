import {
  ChevronDown,
  CircleUserRound,
  Handshake,
  LogIn,
  LogOut,
  Menu,
  MessageCircleQuestion,
  Search,
} from 'lucide-react'
import { Form, useLocation } from 'react-router'
import { Link } from '#ui/link.tsx'
import LooksForm from './looks-form.tsx'
import { guideFor, type Viewer } from './site-header.tsx'

const row = 'flex min-h-11 w-full items-center gap-3 rounded-control px-2 text-start font-bold hover:bg-sunken'

/** One's own home, the guide, the form, brightness and size of letters; opens without script. */
export default function SiteMenu({ viewer }: { viewer: Viewer }) {
  const { key } = useLocation()
  return (
    <details key={key} className="relative">
      <summary className="flex min-h-11 min-w-11 list-none items-center justify-center gap-1 rounded-control px-1 font-bold hover:bg-sunken [&::-webkit-details-marker]:hidden">
        {viewer ? <CircleUserRound aria-hidden="true" /> : <Menu aria-hidden="true" className="md:hidden" />}
        <span
          className={viewer ? 'max-md:hidden' : 'visually-hidden md:static md:h-auto md:w-auto md:[clip-path:none]'}
        >
          {viewer ? `${viewer.name}さん` : 'メニュー'}
        </span>
        <ChevronDown aria-hidden="true" size={20} className="max-md:hidden" />
      </summary>
      <div className="absolute right-0 z-30 mt-2 grid w-72 max-w-[calc(100vw-2rem)] gap-1 rounded-card border border-line bg-raised p-3 shadow-3">
        {viewer && (
          <>
            <p className="px-2 text-sub text-ink-2 md:hidden">{viewer.name}さん</p>
            <Link to={viewer.home.to} className={row}>
              <LogIn aria-hidden="true" size={20} />
              {viewer.home.word}
            </Link>
          </>
        )}
        <Link to="/restaurant/products" className={`${row} md:hidden`}>
          <Search aria-hidden="true" size={20} />
          食材をさがす
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
          <LooksForm />
        </div>
        {viewer && (
          <Form method="post" action="/auth/signOut" reloadDocument className="border-t border-line pt-1">
            <button type="submit" className={row}>
              <LogOut aria-hidden="true" size={20} />
              サインアウト
            </button>
          </Form>
        )}
      </div>
    </details>
  )
}
