import { CalendarCheck, ClipboardList, type LucideIcon, Menu, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink } from '#ui/link.tsx'
import { LogoWithName } from '#ui/logo.tsx'
import { farmPlaces, goodsPlaces } from './farm-places.ts'

/** The menu at the side of a PC, in place of a phone's tabs: every page of the farm in one press. */
export default function FarmSidebar({ farm, waiting, unread }: { farm: string; waiting: number; unread: number }) {
  return (
    <header className="sticky top-0 flex max-h-dvh flex-col gap-2 overflow-y-auto p-3">
      <p className="grid gap-1 px-2 py-1">
        <Link to="/farmer" className="w-fit">
          <LogoWithName />
        </Link>
        <span className="text-sub font-bold">{farm}</span>
      </p>
      <nav aria-label="メニュー" className="grid">
        <Row to="/farmer" Icon={CalendarCheck} word="今日" end />
        <Row to="/farmer/orders" Icon={ClipboardList} word="受注">
          {waiting > 0 && (
            <b className="num rounded-full bg-akane px-2 text-sub text-surface">
              {waiting}
              <i className="visually-hidden">件が回答待ちです。</i>
            </b>
          )}
        </Row>
        <Row to="/farmer/Chat" Icon={MessageCircle} word="チャット">
          <b
            className="unread num static"
            data-unread={unread || ''}
            role="img"
            aria-label={`新しいメッセージ${unread}件`}
          />
        </Row>
        {goodsPlaces.map((place) => (
          <Row key={place.to} {...place} />
        ))}
        <hr className="my-2 border-line" />
        {farmPlaces.map((place) => (
          <Row key={place.to} {...place} />
        ))}
        <Row to="/farmer/menu" Icon={Menu} word="メニュー" />
      </nav>
    </header>
  )
}

type RowProps = { to: string; Icon: LucideIcon; word: string; end?: boolean; children?: ReactNode }

const Row = ({ to, Icon, word, end, children }: RowProps) => (
  <NavLink
    to={to}
    end={end}
    className="flex min-h-11 items-center gap-3 rounded-control px-2 text-sub font-bold hover:bg-sunken aria-[current]:bg-pine-tint aria-[current]:text-pine-ink"
  >
    <Icon aria-hidden="true" size={22} className="shrink-0" />
    <span className="min-w-0 grow">{word}</span>
    {children}
  </NavLink>
)
