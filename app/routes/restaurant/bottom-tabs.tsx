import { House, ReceiptJapaneseYen, Search, ShoppingBasket } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from '#ui/link.tsx'
import { CountMark } from './count-mark.tsx'
import { productsOn, type Shop } from './shell.ts'

/** The four places of a chef, in the reach of a thumb. */
export function BottomTabs({ known: { cart, toReceive } }: { known: Shop }) {
  return (
    <nav aria-label="メニュー" className="tabs lg:hidden print:hidden">
      <Tab to="/restaurant" Icon={House} end>
        ホーム
      </Tab>
      <Tab to={productsOn(cart.wishedOn)} Icon={Search}>
        さがす
      </Tab>
      <Tab to="/restaurant/cart" Icon={ShoppingBasket} mark={<CountMark count={cart.lineCount} unit="品" />} goal>
        かご
      </Tab>
      <Tab
        to="/restaurant/order/History"
        Icon={ReceiptJapaneseYen}
        mark={<CountMark count={toReceive} unit="件が検収を待っています" />}
      >
        伝票
      </Tab>
    </nav>
  )
}

type TabProps = { to: string; Icon: typeof House; end?: boolean; mark?: ReactNode; goal?: boolean; children: string }

const Tab = ({ to, Icon, end = false, mark, goal, children }: TabProps) => (
  <NavLink to={to} end={end} data-cart-goal={goal || undefined}>
    <span>
      <Icon aria-hidden="true" />
      {mark}
    </span>
    {children}
  </NavLink>
)
