import { Minus, Plus, ShoppingBasket } from 'lucide-react'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatYen } from '#kernel/format.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { iconOnly } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { isEstimate, type ShownCart } from '../shown-cart.ts'
import { CartForm, useCartFetcher } from './cart-form.tsx'
import { useStoredQty } from './stored-cart.ts'
import { UnusualQty } from './unusual-qty.tsx'

type Props = {
  product: { id: string; name: string; unitLabel: string; minQty: number; maxQty: number; orderStep: number }
  inCart: number
  /** The whole cart, to continue to. */
  cart: Pick<ShownCart, 'totalYen' | 'ceilingTotalYen'>
  /** How many the kitchen usually orders. */
  usual: number | undefined
}

/**
 * First the quantity, then かごに追加; fixed to the bottom on a phone. Minus and plus work locally, and without script they
 * reload the page with the next number in its address.
 */
export function AddToCart({ product, inCart, cart, usual }: Props) {
  const { id: productId, name, unitLabel, minQty, maxQty, orderStep } = product
  const fetcher = useCartFetcher(`qty-${productId}`)
  const [params] = useSearchParams()
  const asked = parseWholeNumber(params.get('qty'))
  const [typed, setTyped] = useState(String(asked ?? (inCart || minQty)))
  const qty = parseWholeNumber(typed) ?? minQty
  const id = useId()
  const kept = useStoredQty(productId)
  const error = fetcher.data?.problem?.fields.qty
  const less = Math.max(minQty, qty - orderStep)
  const more = Math.min(maxQty, qty + orderStep)
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-3 pt-2.5 pb-[max(.75rem,env(safe-area-inset-bottom))] lg:static lg:border-0 lg:bg-transparent lg:p-0">
      {kept !== null && (
        <p className="pb-1.5 text-sub font-bold text-ai">
          かごに{kept}
          {unitLabel}（未送信）
        </p>
      )}
      {inCart > 0 && kept === null && (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <p className="text-sub font-bold text-pine" role="status">
            かごに{inCart}
            {unitLabel}入っています
          </p>
          <Link to="/restaurant/cart" className="prose-link inline-flex min-h-11 items-center text-sub font-bold">
            かごを見る {formatYen(cart.totalYen)}（{isEstimate(cart) ? '概算' : '税込'}）
          </Link>
        </div>
      )}
      <UnusualQty qty={qty} usual={usual} unitLabel={unitLabel} />
      <div className="flex flex-wrap items-center gap-3">
        <form method="get" className="contents">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in one line with its legend */}
          <div className="stepper w-[9.25rem] shrink-0 [--target:3.25rem]" role="group" aria-label={`${name}の数量`}>
            <button
              type="submit"
              name="qty"
              value={less}
              {...iconOnly(`${name}を減らす`)}
              aria-disabled={qty <= minQty || undefined}
              onClick={(event) => {
                event.preventDefault()
                setTyped(String(less))
              }}
            >
              <Minus aria-hidden="true" />
            </button>
            <input
              id={`${id}-qty`}
              form={`${id}-form`}
              className="font-num font-extrabold"
              name="qty-typed"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              inputMode="numeric"
              autoComplete="off"
              aria-label={`${name}の数量（${unitLabel}）`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
            />
            <button
              type="submit"
              name="qty"
              value={more}
              {...iconOnly(`${name}を増やす`)}
              aria-disabled={qty >= maxQty || undefined}
              onClick={(event) => {
                event.preventDefault()
                setTyped(String(more))
              }}
            >
              <Plus aria-hidden="true" />
            </button>
          </div>
        </form>
        <CartForm fetcher={fetcher} intent="line" id={`${id}-form`} className="min-w-0 grow">
          <input type="hidden" name="productId" value={productId} />
          <input type="hidden" name="typed" value="1" />
          <input type="hidden" name="seen" value={kept ?? inCart} />
          <Button size="lg" className="w-full px-3" busy={!fetcher.isIdle}>
            <ShoppingBasket aria-hidden="true" />
            {inCart > 0 ? '数量を変更' : 'かごに追加'}
          </Button>
        </CartForm>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
