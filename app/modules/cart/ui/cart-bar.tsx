import { ButtonLink } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import type { ShownCart } from '../shown-cart.ts'
import { CartSum } from './cart-sum.tsx'

/** The cart within reach of the thumb; floats above the tabs on a phone. */
export function CartBar({ cart, aboveTabs }: { cart: ShownCart; aboveTabs: boolean }) {
  return (
    <aside
      aria-label="かごの合計"
      data-cart-goal
      className={`fixed inset-x-2.5 z-30 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-[18px] border border-line bg-raised p-2 ps-4 shadow-3 sm:left-auto sm:w-[26rem] min-[75rem]:hidden print:hidden ${aboveTabs ? 'bottom-[5.25rem] lg:bottom-4' : 'bottom-4'}`}
    >
      <Link to="/restaurant/cart" className="grid min-h-11 min-w-0 flex-1 basis-28 content-center leading-tight">
        <CartSum farms={cart.farms.length} lines={cart.lineCount} sum={cart} />
        <span className="visually-hidden">かごを見る</span>
      </Link>
      <ButtonLink to="/restaurant/order" kind="kaki" size="lg" className="px-4 max-lg:grow">
        注文の確認へ進む
      </ButtonLink>
    </aside>
  )
}
