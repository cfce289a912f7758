import { Plus } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { parseWholeNumber } from '#kernel/text.ts'
import { FieldError } from '#ui/field-frame.tsx'
import { Stepper } from '#ui/stepper.tsx'
import { type CartAnswer, CartForm, useCartFetcher } from './cart-form.tsx'
import { useStoredQty } from './stored-cart.ts'

type Props = {
  product: { id: string; name: string; unitLabel: string; minQty: number; maxQty: number; orderStep: number }
  /** How many are in the cart. */
  qty: number
  /** The refusal of a form without script. */
  problem?: CartAnswer['problem'] | undefined
  className?: string
}

/** かごに追加, which becomes the stepper in place. Amounts are absolute: pressing twice is harmless. */
export function QuantityForm({ product, qty, problem, className }: Props) {
  const fetcher = useCartFetcher(`qty-${product.id}`)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const kept = useStoredQty(product.id)
  const shown = fetcher.formData ? sentQuantity(fetcher.formData, qty, product.maxQty) : (kept ?? qty)
  const refused = (fetcher.isIdle ? fetcher.data?.problem : undefined) ?? problem
  const error = refused?.fields.qty
  const { minQty, maxQty, orderStep, name, unitLabel } = product

  // The pressed button is replaced by the stepper; the focus stays in place.
  const was = useRef(shown)
  useEffect(() => {
    if ((was.current === 0) !== (shown === 0) && fetcher.formData)
      box.current
        ?.querySelector<HTMLButtonElement>('.stepper > button:last-of-type, .btn')
        ?.focus({ preventScroll: true })
    was.current = shown
  })

  return (
    <div ref={box} className={className}>
      <CartForm fetcher={fetcher} intent="line">
        <input type="hidden" name="productId" value={product.id} />
        <input type="hidden" name="seen" value={shown} />
        {shown === 0 ? (
          <button className="btn w-full px-2" data-kind="pine" type="submit" name="qty" value={minQty}>
            <Plus aria-hidden="true" />
            <span>
              かごに追加<span className="visually-hidden">：{name}</span>
            </span>
          </button>
        ) : (
          <div className="grid">
            <TypedButton />
            <Stepper
              label={name}
              name="qty"
              value={shown}
              less={shown - orderStep >= minQty ? shown - orderStep : 0}
              more={shown + orderStep <= maxQty ? shown + orderStep : null}
              removes={shown - orderStep < minQty}
              range={{ min: minQty, max: maxQty, step: orderStep }}
              inputId={`${id}-qty`}
              unit={unitLabel}
              error={error !== undefined}
              typed={error ? refused?.typed['qty-typed'] : undefined}
              describedBy={error ? `${id}-error` : undefined}
            />
          </div>
        )}
        {kept !== null && <p className="text-center text-caption font-bold text-ai">未送信</p>}
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
        <span role="status" className="visually-hidden">
          {fetcher.isIdle && fetcher.data !== undefined && !error && `${name}、かごに${qty}${unitLabel}`}
        </span>
      </CartForm>
    </div>
  )
}

/** The first button of the form: what Enter presses, so that a typed number is submitted and not the minus. */
export const TypedButton = () => (
  <button type="submit" name="typed" value="1" tabIndex={-1} aria-hidden="true" className="visually-hidden" />
)

/**
 * What the form being sent asks for; an invalid number keeps the old one, and leaves the field to a user who is still
 * typing.
 */
function sentQuantity(form: FormData, before: number, most: number): number {
  const asked = parseWholeNumber(form.get(form.has('typed') ? 'qty-typed' : 'qty'))
  return asked === null || asked > most ? before : asked
}
