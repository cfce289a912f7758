import { formatGrams, formatYen } from '#kernel/format.ts'
import { priceWhyWord } from '#modules/pricing/price-labels.ts'
import { FieldError } from '#ui/field-frame.tsx'
import { Link } from '#ui/link.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import { lineProblemText } from '../refusal-text.ts'
import type { ShownFarm } from '../shown-cart.ts'
import { type CartAnswer, CartForm, useCartFetcher } from './cart-form.tsx'
import { QuantityForm } from './quantity-form.tsx'
import { useStoredQty } from './stored-cart.ts'
import { UnusualQty } from './unusual-qty.tsx'

type Line = ShownFarm['lines'][number]
type Props = { line: Line; usual: number | undefined; problem: CartAnswer['problem'] }

/** One product in the cart: its quantity and amount. */
export function CartLine({ line, usual, problem }: Props) {
  const kept = useStoredQty(line.productId)
  const remove = useCartFetcher(`qty-${line.productId}`)
  return (
    <li className="grid grid-cols-[4.25rem_minmax(0,1fr)] gap-x-4 gap-y-2 border-t border-line p-4 lg:grid-cols-[5.5rem_minmax(0,1fr)]">
      <div className="overflow-hidden rounded-control self-start">
        <ProductPicture name={line.picture} alt="" sizes="5.5rem" className="aspect-square!" />
      </div>
      <div className="grid min-w-0 content-start gap-1">
        <div className="flex flex-wrap items-start justify-between gap-x-3">
          <h3 className="leading-snug font-bold">
            <Link to={`/restaurant/products/${line.productId}`} className="-my-2.5 block py-2.5 hover:underline">
              {line.name}
            </Link>
          </h3>
          <p className="num-col ms-auto">{formatYen(line.amountYen)}</p>
        </div>
        <p className="text-sub text-ink-2">
          {line.packLabel}・{formatYen(line.priceYen)}/{line.catchWeight ? 'kg' : line.unitLabel}
          {line.catchWeight && line.terms.nominalGrams !== null && (
            <>
              {' '}
              約{formatGrams(line.terms.nominalGrams * line.qty)}・上限 {formatYen(line.ceilingYen)}
            </>
          )}
        </p>
        <PriceWhy line={line} />
        {line.priceYen !== line.seenPriceYen && (
          <p className="text-sub font-bold text-kaki-ink">
            価格が変わりました：<span className="whitespace-nowrap">{formatYen(line.seenPriceYen)}</span> →{' '}
            <span className="whitespace-nowrap">{formatYen(line.priceYen)}</span>
          </p>
        )}
        <UnusualQty qty={kept ?? line.qty} usual={usual} unitLabel={line.unitLabel} />
        {line.problem && (
          <FieldError>
            {lineProblemText[line.problem]}
            {line.problem === 'out_of_stock' &&
              line.availableQty > 0 &&
              `（在庫 ${line.availableQty}${line.unitLabel}）`}
          </FieldError>
        )}
      </div>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 lg:col-span-1 lg:col-start-2">
        <QuantityForm
          product={{ ...line, id: line.productId }}
          qty={line.qty}
          problem={problem}
          className="w-[9.5rem]"
        />
        <CartForm fetcher={remove} intent="line" className="ms-auto lg:ms-0" mute>
          <input type="hidden" name="productId" value={line.productId} />
          <input type="hidden" name="seen" value={kept ?? line.qty} />
          <button type="submit" name="qty" value="0" className="btn text-sub" data-kind="text">
            削除<span className="visually-hidden">：{line.name}</span>
          </button>
        </CartForm>
      </div>
    </li>
  )
}

/** Why it costs less than the list price, and when it would cost even less. */
function PriceWhy({ line: { why, next, qty, unitLabel, listYen, catchWeight } }: Pick<Props, 'line'>) {
  return (
    <>
      {why !== 'list' && (
        <p className="text-sub font-bold text-pine-ink">
          {priceWhyWord[why]}
          <span className="font-normal whitespace-nowrap text-ink-2">（通常 {formatYen(listYen)}）</span>
        </p>
      )}
      {next && (
        <p className="text-sub">
          あと<b className="num">{next.fromQty - qty}</b>
          {unitLabel}で、1{catchWeight ? 'kg' : unitLabel} <b className="num">{formatYen(next.priceYen)}</b> になります
        </p>
      )}
    </>
  )
}
