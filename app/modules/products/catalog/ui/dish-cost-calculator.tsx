import { Calculator } from 'lucide-react'
import { useState } from 'react'
import { Form } from 'react-router'
import { formatNumber } from '#kernel/format.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { Head } from '#ui/head.tsx'
import { useTypedBefore } from '#ui/use-typed-before.ts'
import { costPerDish } from '../dish-cost.ts'

type Props = { yenPerKg: number; typed: { grams: string; yield: string } }

/** 1皿あたりの原価: from grams on the plate and the yield to yen. Without script the form reloads the page. */
export function DishCostCalculator({ yenPerKg, typed }: Props) {
  const [grams, setGrams] = useState(typed.grams)
  const [yieldPercent, setYield] = useState(typed.yield)
  const gramsInput = useTypedBefore(grams, setGrams)
  const yieldInput = useTypedBefore(yieldPercent, setYield)
  const cost = costPerDish({
    yenPerKg,
    gramsOnPlate: parseWholeNumber(grams) ?? Number.NaN,
    yieldPercent: parseWholeNumber(yieldPercent) ?? Number.NaN,
  })
  const field =
    'font-num font-extrabold h-12 w-[3.25em] min-w-0 rounded-control border-[1.5px] border-line-strong bg-surface px-2 text-center text-h4'
  return (
    <section aria-labelledby="dish-cost" className="rounded-card bg-tag-tint p-4">
      <Form method="get" preventScrollReset className="grid gap-3">
        <div className="flex flex-wrap items-center gap-x-3">
          <h2 id="dish-cost" className="flex items-center gap-2">
            <Calculator aria-hidden="true" />
            <Head as="span" className="text-h4">
              1皿あたりの原価
            </Head>
          </h2>
          <output className="ms-auto font-bold whitespace-nowrap" htmlFor="dish-grams dish-yield" aria-live="polite">
            {cost === null ? (
              <span className="text-sub font-normal">数値を入力してください</span>
            ) : (
              <>
                約<span className="num px-1.5 text-h1">{formatNumber(cost)}</span>円
              </>
            )}
          </output>
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <span className="flex items-center gap-2">
            <label htmlFor="dish-grams">1皿の使用量</label>
            <input
              ref={gramsInput}
              id="dish-grams"
              name="grams"
              inputMode="numeric"
              autoComplete="off"
              className={field}
              value={grams}
              onChange={(event) => setGrams(event.target.value)}
            />
            <span aria-hidden="true">g</span>
          </span>
          <span className="flex items-center gap-2">
            <label htmlFor="dish-yield">歩留まり</label>
            <input
              ref={yieldInput}
              id="dish-yield"
              name="yield"
              inputMode="numeric"
              autoComplete="off"
              className={field}
              value={yieldPercent}
              onChange={(event) => setYield(event.target.value)}
            />
            <span aria-hidden="true">%</span>
          </span>
          <button type="submit" className="btn [@media(scripting:enabled)]:hidden" data-kind="line">
            計算する
          </button>
        </div>
      </Form>
    </section>
  )
}
