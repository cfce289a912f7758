import { type ReactNode, useRef, useState } from 'react'
import { categories, methods, temperatures } from '#kernel/enums.ts'
import { formatNumber } from '#kernel/format.ts'
import { type PrefCode, prefectures, regions } from '#kernel/place.ts'
import { Explained } from '#ui/explained.tsx'
import { Form } from '#ui/fetcher.tsx'
import { categoryWord, methodWord, temperatureWord } from '../catalog-labels.ts'
import { endOfBand, type Facets, perKgBands } from '../product-facets.ts'
import { freshDays, type ProductWish, regionWord } from '../product-filter.ts'
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
      <div className="filter-fields">
        <Group name="現在">
          <Tick name="season" on={wish.inSeason} count={facets?.season}>
            旬のもの
          </Tick>
          <Tick name="new" on={wish.isNew} count={facets?.isNew}>
            新着
          </Tick>
        </Group>
        <Group name="収穫">
          <Choice name="fresh" value="" on={wish.fresh === null}>
            指定しない
          </Choice>
          {freshDays.map((days) => (
            <Choice
              key={days}
              name="fresh"
              value={days}
              on={wish.fresh === days}
              count={facets ? (facets.fresh[`${days}`] ?? 0) : undefined}
            >
              {days === 1 ? '本日' : `${days}日以内`}
            </Choice>
          ))}
        </Group>
        <Group name="分類">
          <Choice name="category" value="" on={wish.category === null}>
            すべて
          </Choice>
          {categories.map((category) => (
            <Choice
              key={category}
              name="category"
              value={category}
              on={wish.category === category}
              count={facets ? (facets.category[category] ?? 0) : undefined}
            >
              {categoryWord[category]}
            </Choice>
          ))}
        </Group>
        {facets && (wish.category || wish.item || wish.q) && (facets.item.length > 1 || wish.item) && (
          <Group name="品目">
            <Choice name="item" value="" on={wish.item === null}>
              すべて
            </Choice>
            {facets.item.map(({ key, name, count }) => (
              <Choice key={key} name="item" value={key} on={wish.item === key} count={count}>
                {name}
              </Choice>
            ))}
          </Group>
        )}
        <Group name="栽培方法">
          {methods.map((method) => (
            <Tick
              key={method}
              name="method"
              value={method}
              on={wish.methods.includes(method)}
              count={facets ? (facets.method[method] ?? 0) : undefined}
            >
              <Explained inControl>{methodWord[method]}</Explained>
            </Tick>
          ))}
        </Group>
        <Group name="配送温度帯">
          {temperatures.map((temperature) => (
            <Tick
              key={temperature}
              name="temp"
              value={temperature}
              on={wish.temperatures.includes(temperature)}
              count={facets ? (facets.temperature[temperature] ?? 0) : undefined}
            >
              {temperatureWord[temperature]}
            </Tick>
          ))}
          <Tick name="free" on={wish.freeFreight} count={facets?.freight}>
            送料無料
          </Tick>
          <Tick name="weighed" on={wish.catchWeight} count={facets?.weighed}>
            不定貫（実重量で金額が決まる）
          </Tick>
        </Group>
        {mayPrice && <Prices wish={wish} facets={facets} />}
        <Places wish={wish} facets={facets} />
        <Group name="農園">
          {signedIn && (
            <Tick name="fav" on={wish.favouriteFarms} count={facets?.favourites}>
              お気に入りの農園
            </Tick>
          )}
          <Choice name="farm" value="" on={wish.farmId === null}>
            すべての農園
          </Choice>
          {wish.farmId && !facets?.farm.some(({ id }) => id === wish.farmId) && (
            <Choice name="farm" value={wish.farmId} on>
              選択した農園
            </Choice>
          )}
          {facets?.farm.map(({ id, name, count }) => (
            <Choice key={id} name="farm" value={id} on={wish.farmId === id} count={count}>
              {name}
            </Choice>
          ))}
        </Group>
      </div>
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

const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  <fieldset>
    <legend>{name}</legend>
    {children}
  </fieldset>
)

type TickProps = {
  name: string
  value?: string | number
  on: boolean
  count?: number | undefined
  children: ReactNode
}

const Tick = ({ name, value = 1, on, count, children }: TickProps) => (
  <label data-none={count === 0 || undefined}>
    <input type="checkbox" name={name} value={value} defaultChecked={on} />
    <span>{children}</span>
    <Figure count={count} />
  </label>
)

const Choice = ({ name, value = 1, on, count, children }: TickProps) => (
  <label data-none={count === 0 || undefined}>
    <input type="radio" name={name} value={value} defaultChecked={on} />
    <span>{children}</span>
    <Figure count={count} />
  </label>
)

const Figure = ({ count }: { count: number | undefined }) =>
  count !== undefined && (
    <small>
      {formatNumber(count)}
      <span className="visually-hidden">点</span>
    </small>
  )

function Prices({ wish, facets }: Pick<Props, 'wish' | 'facets'>) {
  const bands = facets?.perKg
  return (
    <Group name="価格（税抜）">
      <div className="filter-range">
        <span>1kg</span>
        <Yen name="kgFrom" label="1kgの単価の下限" value={wish.perKg.from} />
        〜
        <Yen name="kgTo" label="1kgの単価の上限" value={wish.perKg.to} />円
      </div>
      {bands && (
        <p className="text-caption text-ink-2">
          {perKgBands.map((from, band) => (
            <span key={from} className="me-2 inline-block">
              {formatNumber(from)}〜{endOfBand(band) === null ? '' : formatNumber((endOfBand(band) ?? 0) + 1)}円
              <b className="num ps-1">{formatNumber(bands[band] ?? 0)}</b>
            </span>
          ))}
        </p>
      )}
      <div className="filter-range">
        <span>1単位</span>
        <Yen name="yenFrom" label="1単位の価格の下限" value={wish.perUnit.from} />
        〜
        <Yen name="yenTo" label="1単位の価格の上限" value={wish.perUnit.to} />円
      </div>
    </Group>
  )
}

const Yen = ({ name, label, value }: { name: string; label: string; value: number | null }) => (
  <input
    className="field-control num"
    name={name}
    aria-label={label}
    inputMode="numeric"
    autoComplete="off"
    maxLength={10}
    defaultValue={value ?? ''}
  />
)

/** 地方, each with those of its prefectures that have products. */
function Places({ wish, facets }: Pick<Props, 'wish' | 'facets'>) {
  const countOf = (code: PrefCode) => facets?.place[code] ?? 0
  return (
    <Group name="産地">
      {regions.map((region) => {
        const here = prefectures.filter((prefecture) => prefecture.region === region)
        const shown = here.filter(({ code }) => !facets || countOf(code) > 0 || wish.prefectures.includes(code))
        const open = here.some(({ code }) => wish.prefectures.includes(code))
        return (
          <div key={region}>
            <Tick
              name="region"
              value={region}
              on={wish.regions.includes(region)}
              count={facets ? here.reduce((sum, { code }) => sum + countOf(code), 0) : undefined}
            >
              {regionWord(region)}
            </Tick>
            {here.length > 1 && shown.length > 0 && (
              <details open={open}>
                <summary>
                  都道府県で選択<span className="visually-hidden">：{regionWord(region)}</span>
                </summary>
                {shown.map(({ code, shortName }) => (
                  <Tick
                    key={code}
                    name="pref"
                    value={code}
                    on={wish.prefectures.includes(code)}
                    count={facets ? countOf(code) : undefined}
                  >
                    {shortName}
                  </Tick>
                ))}
              </details>
            )}
          </div>
        )
      })}
    </Group>
  )
}
