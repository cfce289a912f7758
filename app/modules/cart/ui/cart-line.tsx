import { useFetcher } from 'react-router'
import { type OnShortage, shortageInstructions } from '#kernel/enums.ts'
import { formatGrams, formatYen } from '#kernel/format.ts'
import { priceWhyWord } from '#modules/pricing/price-labels.ts'
import { FieldError } from '#ui/field-frame.tsx'
import { Link } from '#ui/link.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import { lineProblemText } from '../refusal-text.ts'
import type { ShownFarm } from '../shown-cart.ts'
import { type CartAnswer, CartForm } from './cart-form.tsx'
import { QuantityForm } from './quantity-form.tsx'
import { useStoredQty } from './stored-cart.ts'

type Line = ShownFarm['lines'][number]
type Props = { line: Line; onShortageWord: Record<OnShortage, string>; problem: CartAnswer['problem'] }

/** One product in the cart: quantity, amount, and the shortage instruction. */
export function CartLine({ line, onShortageWord, problem }: Props) {
  const kept = useStoredQty(line.productId)
  const remove = useFetcher<CartAnswer>({ key: `qty-${line.productId}` })
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
        <ShortageForm line={line} onShortageWord={onShortageWord} />
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

function ShortageForm({ line, onShortageWord }: Pick<Props, 'line' | 'onShortageWord'>) {
  const fetcher = useFetcher<CartAnswer>({ key: `shortage-${line.productId}` })
  const onItsWay = shortageInstructions.find((known) => known === fetcher.formData?.get('onShortage'))
  const id = `shortage-${line.productId}`
  // substitutes have to be named first, on a separate page
  const offered = shortageInstructions.filter((kind) => kind !== 'substitute' || line.onShortage === kind)
  return (
    <CartForm
      fetcher={fetcher}
      intent="instruction"
      className="flex w-full min-w-0 flex-wrap items-center gap-2 lg:ms-auto lg:w-auto"
    >
      <input type="hidden" name="productId" value={line.productId} />
      <label htmlFor={id} className="text-sub text-ink-2">
        不足時<span className="visually-hidden">：{line.name}</span>
      </label>
      <select
        id={id}
        name="onShortage"
        value={onItsWay ?? line.onShortage}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
        className="min-h-11 max-w-full min-w-0 rounded-control border-[1.5px] border-line-strong bg-surface px-2 text-sub"
      >
        {offered.map((instruction) => (
          <option key={instruction} value={instruction}>
            {onShortageWord[instruction]}
          </option>
        ))}
      </select>
      <button type="submit" className="btn [@media(scripting:enabled)]:hidden" data-kind="line">
        設定
      </button>
      <Link
        to={`/restaurant/instructions?product=${line.productId}`}
        className="prose-link inline-flex min-h-11 items-center text-sub"
      >
        詳細を設定<span className="visually-hidden">：{line.name}</span>
      </Link>
    </CartForm>
  )
}
