import { CalendarCheck, ClipboardList, type LucideIcon, Menu, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from '#ui/link.tsx'

/**
 * The farmer's navigation within reach of the thumb. Unread counts update while the page is open
 * (routes/shell/live-updates.tsx).
 */
export function FarmTabs({ waiting, unread }: { waiting: number; unread: number }) {
  return (
    <nav
      aria-label="メニュー"
      className="tabs no-print shadow-3 lg:hidden [&_a>span]:h-[1.875rem] [&_a>span]:w-[min(3.375rem,22vw)] [&_svg]:size-7"
    >
      <Tab to="/farmer" word="今日" Icon={CalendarCheck} end />
      <Tab to="/farmer/orders" word="受注" Icon={ClipboardList}>
        {waiting > 0 && (
          <b className="unread num" data-tone="akane">
            {waiting}
            <i className="visually-hidden">件が回答待ちです。</i>
          </b>
        )}
      </Tab>
      <Tab to="/farmer/Chat" word="チャット" Icon={MessageCircle}>
        <b className="unread num" data-unread={unread || ''} role="img" aria-label={`新しいメッセージ${unread}件`} />
      </Tab>
      <Tab to="/farmer/menu" word="メニュー" Icon={Menu} />
    </nav>
  )
}

type TabProps = { to: string; word: string; Icon: LucideIcon; end?: boolean; children?: ReactNode }

const Tab = ({ to, word, Icon, end, children }: TabProps) => (
  <NavLink to={to} end={end}>
    <span>
      <Icon aria-hidden="true" />
      {children}
    </span>
    {word}
  </NavLink>
)
