import { CalendarCheck, ClipboardList, type LucideIcon, Menu, Truck } from 'lucide-react'
import { NavLink } from '#ui/link.tsx'

/** Where a farmer can go, in the reach of the thumb. */
export function FarmTabs({ waiting }: { waiting: number }) {
  return (
    <nav
      aria-label="メニュー"
      className="tabs no-print lg:px-[max(1rem,calc((100vw-64rem)/2))] grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.7fr)_minmax(0,1fr)] shadow-3 [grid-auto-flow:row] [&_a>span]:h-[1.875rem] [&_a>span]:w-[3.375rem] [&_svg]:size-7"
    >
      <Tab to="/farmer" word="きょう" Icon={CalendarCheck} end />
      <Tab to="/farmer/orders" word="注文" Icon={ClipboardList} count={waiting} />
      <Tab to="/farmer/shipments" word="発送したもの" Icon={Truck} />
      <Tab to="/farmer/menu" word="その他" Icon={Menu} />
    </nav>
  )
}

type TabProps = { to: string; word: string; Icon: LucideIcon; end?: boolean; count?: number }

function Tab({ to, word, Icon, end, count = 0 }: TabProps) {
  return (
    <NavLink to={to} end={end}>
      <span>
        <Icon aria-hidden="true" />
        {count > 0 && (
          <b className="num absolute -top-1 right-0 grid h-6 min-w-6 place-items-center rounded-full bg-akane px-1 text-[14px] leading-none text-surface">
            {count}
            <i className="visually-hidden">件が返事を待っています。</i>
          </b>
        )}
      </span>
      {word}
    </NavLink>
  )
}
