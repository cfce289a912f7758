import { CalendarCheck, ClipboardList, type LucideIcon, Menu, Truck } from 'lucide-react'
import { Form, NavLink } from 'react-router'
import { Button } from '#ui/button.tsx'

/** Where a farmer can go, in the reach of the thumb. */
export function FarmTabs({ waiting, person, farm }: { waiting: number; person: string; farm: string }) {
  return (
    <nav
      aria-label="メニュー"
      className="tabs no-print lg:px-[max(1rem,calc((100vw-64rem)/2))] grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.7fr)_minmax(0,1fr)] shadow-3 [grid-auto-flow:row] [&_svg]:size-7"
    >
      <Tab to="/farmer" word="きょう" Icon={CalendarCheck} end />
      <Tab to="/farmer/orders" word="注文" Icon={ClipboardList} count={waiting} />
      <Tab to="/farmer/shipments" word="発送したもの" Icon={Truck} />
      <details className="group">
        <summary className="grid min-h-(--target) list-none justify-items-center gap-px rounded-card pt-[5px] pb-[3px] text-[16px] leading-[1.4] font-bold text-ink-2 [&::-webkit-details-marker]:hidden">
          <span className="grid h-[30px] w-[54px] place-items-center rounded-full group-open:bg-pine-tint">
            <Menu aria-hidden="true" />
          </span>
          その他
        </summary>
        <div className="absolute right-2 bottom-full mb-2 grid w-72 max-w-[calc(100vw-1rem)] gap-4 rounded-sheet border border-line bg-raised p-5 shadow-3">
          <p>
            <span className="block text-h4 font-bold">{farm}</span>
            <span className="text-ink-2">{person}さん</span>
          </p>
          <Form method="post" action="/auth/signOut">
            <Button kind="line" size="lg" className="w-full">
              サインアウト
            </Button>
          </Form>
        </div>
      </details>
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
