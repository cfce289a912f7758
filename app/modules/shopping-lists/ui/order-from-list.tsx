import { Minus, Moon, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatDay, formatYen } from '#kernel/format.ts'
import { type JstDate, weekdayOf } from '#kernel/jst.ts'
import { CartSum, type Sum } from '#modules/cart/ui/cart-sum.tsx'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { iconOnly } from '#ui/icon-button.tsx'
import { CartonLines, Crest } from '#ui/market.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import { stopOffline } from '#ui/stop-offline.ts'
import { blockerLabel, learnedText } from '../list-labels.ts'
import type { OpenShoppingList, OpenShoppingListLine, SleepingLine } from '../open-list.server.ts'
import { sinceText } from '../price-since.ts'
import { amountsAtFirst } from '../wanted.ts'

/** What is in the cart already. */
export type InCart = readonly { productId: string; farmId: string; qty: number }[]

type Props = {
  list: OpenShoppingList
  /** Of the quantities at first, together with the cart. */
  sum: Sum
  chosenOn: JstDate | null
  fields: Record<string, string>
  inCart: InCart
  /** The heading level of the farms' headings. */
  level?: 'h2' | 'h3'
}
/** The wanted quantities; a substitute counts once it was chosen. */
type Amounts = Readonly<Record<string, number>>

/**
 * A whole list in one form: the quantities are the usual ones, or those already in the cart, the sum is updated with
 * every press, and one button leads to the slip, together with whatever else is in the cart. Without script the numbers
 * are typed.
 */
export function OrderFromList({ list, sum: first, chosenOn, fields, inCart, level: Name = 'h2' }: Props) {
  const [amounts, setAmounts] = useState<Amounts>(() => Object.fromEntries(amountsAtFirst(list, inCart)))
  const [changed, setChanged] = useState('')
  const { form, sum, busy: summing } = useSum(first, amounts)
  const busy = useNavigation().formData?.get('intent') === 'into-cart'
  const instead = list.asleep.flatMap(({ instead }) => instead ?? [])
  const lines = [...list.awake, ...instead]
  const wanted = lines.filter(({ productId }) => (amounts[productId] ?? 0) > 0)
  const besides = inCart.filter(({ productId }) => !wanted.some((line) => line.productId === productId))
  const farms = new Set([...wanted.map(({ farm }) => farm.id), ...besides.map(({ farmId }) => farmId)]).size

  function change(line: OpenShoppingListLine, qty: number) {
    setAmounts({ ...amounts, [line.productId]: qty })
    setChanged(`${line.name} ${qty}${line.unitLabel}。`)
  }

  return (
    <Form ref={form} method="post" action="/restaurant/lists" onSubmit={stopOffline} className="grid grid-cols-1 gap-4">
      <input type="hidden" name="intent" value="into-cart" />
      <input type="hidden" name="listId" value={list.id} />
      {chosenOn && <input type="hidden" name="on" value={chosenOn} />}
      <div className="@container grid grid-cols-1 gap-4">
        <div className="grid grid-cols-1 items-start gap-4 @3xl:grid-cols-2">
          {byFarm(list.awake).map(([farm, ofFarm]) => (
            <section key={farm.id} className="group/farm card only:@3xl:col-span-2" aria-label={farm.name}>
              <CartonLines category={ofFarm[0]?.category} />
              <div className="flex flex-wrap items-center gap-x-3 bg-kraft-tint px-3 py-2 text-kraft-ink">
                <Crest kanji={farm.crest} category={ofFarm[0]?.category} />
                <Name className="min-w-0 grow font-bold">{farm.name}</Name>
                <span className="text-sub">{ofFarm[0]?.place}</span>
              </div>
              {/* a farm alone has the width of two */}
              <ul className="group-only/farm:@3xl:grid group-only/farm:@3xl:grid-cols-2">
                {ofFarm.map((line) => (
                  <li key={line.productId} className="border-t border-line first:border-t-0">
                    <Line
                      line={line}
                      on={list.on}
                      qty={amounts[line.productId] ?? 0}
                      name={`qty.${line.productId}`}
                      error={fields[`qty.${line.productId}`]}
                      onChange={(qty) => change(line, qty)}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        {list.asleep.length > 0 && (
          <section aria-labelledby="asleep" className="grid grid-cols-1 gap-2">
            <Name id="asleep" className="flex items-center gap-2 font-bold">
              <Moon aria-hidden="true" size={20} />
              販売休止中の商品
            </Name>
            <p className="text-sub text-ink-2">旬の時期になるか在庫が戻ると、自動で元の位置に戻ります。</p>
            <ul className="grid grid-cols-1 items-start gap-3 @3xl:grid-cols-2">
              {list.asleep.map((line) => (
                <Sleeping
                  key={line.productId}
                  line={line}
                  on={list.on}
                  amounts={amounts}
                  onChange={change}
                  fields={fields}
                />
              ))}
            </ul>
          </section>
        )}
      </div>
      <p role="status" className="visually-hidden">
        {changed && !summing && `${changed}合計 ${formatYen(sum.totalYen)}`}
      </p>
      <div className="z-30 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-[18px] border border-line bg-raised p-2 ps-4 shadow-3 max-lg:fixed max-lg:inset-x-2.5 max-lg:bottom-[5.25rem] lg:sticky lg:bottom-4">
        <p className={`grid min-w-0 flex-1 basis-28 leading-tight ${summing ? 'opacity-60' : ''}`}>
          <CartSum farms={farms} lines={wanted.length + besides.length} inCart={besides.length} sum={sum} />
        </p>
        <Button kind="kaki" size="lg" busy={busy} className="px-4 max-lg:grow">
          注文の確認へ進む
        </Button>
      </div>
    </Form>
  )
}

/**
 * The sum of the form as it stands; asked for anew a moment after the last change, and when the cart has changed. Not by a
 * fetcher: without the network that one ends the page, with everything that was chosen.
 */
function useSum(first: Sum, amounts: Amounts) {
  const form = useRef<HTMLFormElement>(null)
  const [usual] = useState(amounts)
  const [told, setTold] = useState({ of: amounts, sum: first })
  const isUsual = amounts === usual
  // biome-ignore lint/correctness/useExhaustiveDependencies: `first` is new when the page was loaded again
  useEffect(() => {
    if (isUsual) return
    const stop = new AbortController()
    const waiting = setTimeout(async () => {
      const fields = [...new FormData(form.current ?? undefined)].flatMap(([name, value]) =>
        typeof value === 'string' && /^(qty\.|instead\.|with\.|on$)/.test(name) ? [[name, value]] : [],
      )
      try {
        const answer = await fetch(`/restaurant/lists/sum?${new URLSearchParams(fields)}`, { signal: stop.signal })
        if (answer.ok) setTold({ of: amounts, sum: (await answer.json()) as Sum })
      } catch {
        // the old sum stays, and looks like it
      }
    }, 250)
    return () => {
      clearTimeout(waiting)
      stop.abort()
    }
  }, [amounts, isUsual, first])
  return { form, sum: isUsual ? first : told.sum, busy: !isUsual && told.of !== amounts }
}

const byFarm = (lines: readonly OpenShoppingListLine[]) =>
  [...Map.groupBy(lines, ({ farm }) => farm.id).values()].flatMap((ofFarm) => {
    const [first] = ofFarm
    return first ? [[first.farm, ofFarm] as const] : []
  })

type LineProps = {
  line: OpenShoppingListLine
  on: JstDate
  qty: number
  name: string
  error: string | undefined
  onChange: (qty: number) => void
}

function Line({ line, on, qty, name, error, onChange }: LineProps) {
  const since = sinceText({ since: line.since, on, perKg: line.catchWeight })
  return (
    <div className="grid grid-cols-[4.25rem_minmax(0,1fr)] items-start gap-x-4 p-3">
      <div className="overflow-hidden rounded-control">
        <ProductPicture name={line.picture} alt="" sizes="4.25rem" className="aspect-square!" />
      </div>
      <div className="min-w-0">
        <p className="leading-snug font-bold">{line.name}</p>
        <p className="flex flex-wrap items-center gap-x-2 text-sub text-ink-2">
          {line.packLabel}
          {since ? (
            <span
              className={`rounded px-1.5 text-caption font-bold whitespace-nowrap ${(line.since?.yen ?? 0) < 0 ? 'bg-pine-tint text-pine-ink' : 'bg-tag-tint text-ink'}`}
            >
              {since}
            </span>
          ) : (
            <span className="whitespace-nowrap">{learnedText(line.learned, weekdayOf(on))}</span>
          )}
        </p>
        {line.availableQty < line.learned.qty && (
          <p className="text-sub font-bold text-kaki-ink">
            残り{line.availableQty}
            {line.unitLabel}（通常{line.learned.qty}）
          </p>
        )}
        {line.comesOn && (
          <p className="text-sub font-bold text-kaki-ink">この農園は {formatDay(line.comesOn)} に届きます</p>
        )}
        {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 pt-1">
          <p className="whitespace-nowrap">
            <span className="num text-h4">{formatYen(line.unitYen)}</span>
            <span className="text-sub">
              {line.catchWeight && '前後'}/{line.unitLabel}
            </span>
          </p>
          <Count line={line} qty={qty} name={name} error={error} onChange={onChange} />
        </div>
      </div>
    </div>
  )
}

/** From zero to the minimum, then in steps; typed numbers follow the same rule. */
function Count({ line, qty, name, error, onChange }: Omit<LineProps, 'on'>) {
  const { minQty, orderStep } = line
  const most = Math.min(line.maxQty, line.availableQty)
  const more = qty < minQty ? minQty : qty + orderStep
  const less = qty <= minQty ? 0 : qty - orderStep
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in one line with its legend
    <div className="stepper ms-auto w-[8.5rem]" role="group" aria-label={`${line.name}の数量`}>
      <button
        type="button"
        className="[@media(scripting:none)]:invisible"
        {...iconOnly(`${line.name}を減らす`)}
        aria-disabled={qty === 0 || undefined}
        onClick={() => qty > 0 && onChange(less)}
      >
        <Minus aria-hidden="true" />
      </button>
      <input
        className="font-num font-extrabold"
        name={name}
        value={qty}
        onChange={({ target }) => onChange(Math.max(0, Math.trunc(Number(target.value)) || 0))}
        inputMode="numeric"
        autoComplete="off"
        aria-label={`${line.name}の数量（${line.unitLabel}）`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
      />
      <button
        type="button"
        className="[@media(scripting:none)]:invisible"
        {...iconOnly(`${line.name}を増やす`)}
        aria-disabled={more > most || undefined}
        onClick={() => more <= most && onChange(more)}
      >
        <Plus aria-hidden="true" />
      </button>
    </div>
  )
}

type SleepingProps = {
  line: SleepingLine
  on: JstDate
  amounts: Amounts
  onChange: (line: OpenShoppingListLine, qty: number) => void
  fields: Record<string, string>
}

/** Why it is unavailable and until when; and the nearest substitute, with one press. */
function Sleeping({ line, on, amounts, onChange, fields }: SleepingProps) {
  const { instead } = line
  const name = instead && `instead.${instead.productId}`
  const taken = instead !== null && (amounts[instead.productId] ?? 0) > 0
  return (
    <li className="card">
      <div className="flex items-center gap-3 p-4">
        <div className="w-12 shrink-0 overflow-hidden rounded-control opacity-60">
          <ProductPicture name={line.picture} alt="" sizes="3rem" className="aspect-square!" />
        </div>
        <div className="min-w-0 leading-snug">
          <p className="font-bold">{line.name}</p>
          <p className="text-sub text-ink-2">
            {line.farm.name}・{blockerLabel[line.why]}
            {line.wakesIn && `（${line.wakesIn}月から）`}
          </p>
        </div>
      </div>
      {instead && name && (
        <div className="border-t border-line">
          <label className="flex min-h-14 cursor-pointer items-center gap-3 bg-tag-tint px-4 py-2">
            <input
              type="checkbox"
              name={`with.${instead.productId}`}
              checked={taken}
              onChange={({ target }) => onChange(instead, target.checked ? instead.qty : 0)}
              className="size-6 shrink-0 accent-pine"
            />
            <span className="min-w-0 grow leading-snug">
              <b>この商品にする</b>
              <span className="ms-2">
                {instead.name}（{instead.farm.name}）
              </span>
            </span>
            <span className="num shrink-0">{formatYen(instead.unitYen)}</span>
          </label>
          {taken ? (
            <Line
              line={instead}
              on={on}
              qty={amounts[instead.productId] ?? 0}
              name={name}
              error={fields[name]}
              onChange={(qty) => onChange(instead, qty)}
            />
          ) : (
            <input type="hidden" name={name} value={instead.qty} />
          )}
        </div>
      )}
    </li>
  )
}
