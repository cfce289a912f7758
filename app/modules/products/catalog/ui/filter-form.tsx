import { useRef, useState } from 'react'
import { formatNumber } from '#kernel/format.ts'
import { Form } from '#ui/fetcher.tsx'
import type { Facets } from '../product-facets.ts'
import type { ProductWish } from '../product-filter.ts'
import { FilterFields } from './filter-fields.tsx'
import '#styles/kit/filter-sheet.css'

type Props = {
  wish: ProductWish
  count: number
  capped: boolean
  /** Null if there are too many to count with the page: the counts are loaded when the user begins to choose. */
  facets: Facets | null
  mayPrice: boolean
  /** Whether the user has favourite farms to filter by. */
  signedIn: boolean
}

type Counted = { count: number; facets: Facets | null }

/** Milliseconds after the last choice before the server is asked. */
const pause = 200

/**
 * 絞り込み: every choice with its count. A GET form for the list; with script the counts update with each choice, and the
 * button says how many products it will show.
 */
export default function FilterForm({ wish, count, capped, facets: known, mayPrice, signedIn }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { counted, ask } = useCounts(form)
  const facets = counted?.facets ?? known
  const shown = counted ? counted.count : count
  return (
    <Form
      ref={form}
      action="/restaurant/products"
      className="filter-form"
      onChange={ask}
      onFocus={known === null && counted === null ? ask : undefined}
    >
      {wish.q && <input type="hidden" name="q" value={wish.q} />}
      {wish.on && <input type="hidden" name="on" value={wish.on} />}
      {wish.sort !== 'recommended' && <input type="hidden" name="sort" value={wish.sort} />}
      <FilterFields wish={wish} facets={facets} mayPrice={mayPrice} signedIn={signedIn} />
      <div className="filter-action">
        <button type="submit" className="btn w-full" data-kind="pine" data-size="lg">
          <span aria-live="polite">
            {formatNumber(shown)}
            {capped && !counted ? '点以上' : '点'}を見る
          </span>
        </button>
      </div>
    </Form>
  )
}

/** Requests the counts a moment after the last choice; later responses win over earlier ones. */
function useCounts(form: { current: HTMLFormElement | null }) {
  const [counted, setCounted] = useState<Counted | null>(null)
  const turn = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ask = () => {
    clearTimeout(timer.current)
    const mine = ++turn.current
    timer.current = setTimeout(async () => {
      if (!form.current) return
      const asked = new URLSearchParams()
      for (const [name, value] of new FormData(form.current)) if (value !== '') asked.append(name, `${value}`)
      const answer = await fetch(`/restaurant/products/count?${asked}`).catch(() => null)
      if (answer?.ok && mine === turn.current) setCounted((await answer.json()) as Counted)
    }, pause)
  }
  return { counted, ask }
}
