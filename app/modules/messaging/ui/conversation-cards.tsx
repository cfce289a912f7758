import { ReceiptJapaneseYen } from 'lucide-react'
import type { Side } from '#kernel/enums.ts'
import { formatDay } from '#kernel/format.ts'
import { pictureAddress } from '#kernel/picture-name.ts'
import { farmStateWord, stateWord } from '#modules/ordering/order-labels.ts'
import { Link } from '#ui/link.tsx'
import type { OrderCardFacts, ProductCardFacts } from '../conversation.ts'

export const goodsOf = ({ firstGoods, moreGoods }: OrderCardFacts): string =>
  moreGoods > 0 ? `${firstGoods} 他${moreGoods}点` : firstGoods

/** An order attached to a message: links to its page. */
export const OrderCard = ({ order, mine }: { order: OrderCardFacts; mine: Side }) => (
  <Link to={mine === 'farm' ? `/farmer/orders/${order.id}` : `/restaurant/orders/${order.id}`} className="talk-card">
    <ReceiptJapaneseYen aria-hidden="true" className="shrink-0" />
    <span className="grid min-w-0">
      <span className="text-caption">
        {order.number}・{mine === 'farm' ? farmStateWord[order.state] : stateWord[order.state]}
      </span>
      <b className="truncate">{goodsOf(order)}</b>
      <span className="text-caption">{formatDay(order.deliveryOn)}お届け</span>
    </span>
  </Link>
)

/** A product attached to a message; archived ones have no page any more, except for the farm. */
export const ProductCard = ({ product, mine }: { product: ProductCardFacts; mine: Side }) =>
  mine === 'restaurant' && product.archived ? (
    <span className="talk-card">
      <ProductFacts product={product} />
    </span>
  ) : (
    <Link
      to={mine === 'farm' ? `/farmer/products/edit/${product.id}` : `/restaurant/products/${product.id}`}
      className="talk-card"
    >
      <ProductFacts product={product} />
    </Link>
  )

const ProductFacts = ({ product }: { product: ProductCardFacts }) => (
  <>
    <img
      src={pictureAddress(product.picture, 160)}
      alt=""
      width={56}
      height={42}
      loading="lazy"
      className="photo rounded-tag"
    />
    <span className="grid min-w-0">
      <b className="truncate">{product.name}</b>
      <span className="text-caption">
        {product.packLabel}
        {product.archived && '・販売終了'}
      </span>
    </span>
  </>
)
