import { House, MessageCircle, ReceiptJapaneseYen, Repeat, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from '#ui/link.tsx'
import { CountMark, UnreadMark } from './count-mark.tsx'
import { productsOn, type Shop } from './shell.ts'

/** A chef's five main pages, within reach of a thumb. */
export function BottomTabs({ known: { cart, toReceive, live } }: { known: Shop }) {
  return (
    <nav aria-label="メニュー" className="tabs lg:hidden print:hidden">
      <Tab to="/restaurant" Icon={House} end>
        ホーム
      </Tab>
      <Tab to={productsOn(cart.wishedOn)} Icon={Search}>
        検索
      </Tab>
      <Tab to="/restaurant/lists" Icon={Repeat}>
        いつもの
      </Tab>
      <Tab
        to="/restaurant/order/History"
        Icon={ReceiptJapaneseYen}
        mark={<CountMark count={toReceive} unit="件が検収待ちです" />}
      >
        伝票
      </Tab>
      <Tab to="/restaurant/Chat" Icon={MessageCircle} mark={<UnreadMark count={live.unread} />}>
        チャット
      </Tab>
    </nav>
  )
}

type TabProps = { to: string; Icon: typeof House; end?: boolean; mark?: ReactNode; children: string }

const Tab = ({ to, Icon, end = false, mark, children }: TabProps) => (
  <NavLink to={to} end={end}>
    <span>
      <Icon aria-hidden="true" />
      {mark}
    </span>
    {children}
  </NavLink>
)
