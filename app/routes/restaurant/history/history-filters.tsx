import { SlidersHorizontal, X } from 'lucide-react'
import { useLocation } from 'react-router'
import { formatDayWithYear, formatMonth, formatYen } from '#kernel/format.ts'
import { type PastFilter, segments, stateGroups } from '#modules/ordering/past/past-filter.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DetailsMenu } from '#ui/details-menu.tsx'
import { Form } from '#ui/fetcher.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { DateRangeField } from '#ui/fields/date-range-field.tsx'
import { Link } from '#ui/link.tsx'
import { SearchField } from '#ui/search-field.tsx'
import '#styles/kit/filter-sheet.css'

type Filter = PastFilter & { state: string }
type Props = {
  options: { months: readonly string[]; farms: readonly { id: string; name: string }[] }
  filter: Filter
}

const list = '/restaurant/order/History'

/** This list without some criteria, or with another; from its first page. */
function changed(search: string, names: readonly string[], value = ''): string {
  const asked = new URLSearchParams(search)
  // a form sends what is empty, too
  for (const [name, value] of [...asked])
    if (value === '' || name === 'after' || names.includes(name)) asked.delete(name)
  const [name] = names
  if (name && value) asked.set(name, value)
  return asked.size > 0 ? `${list}?${asked}` : list
}

/** What waits for the kitchen, what is to come, and what is over: three presses without a form. */
export function Segments({ state }: { state: string }) {
  const { search } = useLocation()
  const group = Object.hasOwn(stateGroups, state) ? state : ''
  return (
    <nav
      aria-label="伝票の区分"
      className="flex min-w-0 flex-wrap self-center overflow-clip rounded-control border-[1.5px] border-line-strong bg-surface print:hidden"
    >
      {['', ...segments].map((each) => (
        <Link
          key={each}
          to={changed(search, ['state'], each)}
          aria-current={each === group ? 'page' : undefined}
          className="grid min-h-11 grow basis-auto place-items-center px-2 font-bold whitespace-nowrap not-first:border-s not-first:border-line hover:bg-sunken aria-[current]:bg-pine aria-[current]:text-on-pine"
        >
          {stateGroups[each]?.word ?? 'すべて'}
        </Link>
      ))}
    </nav>
  )
}

/** A word to search for; everything else is in a sheet, and what is set is shown as chips that remove it. */
export function HistoryFilters({ options, filter }: Props) {
  const { search } = useLocation()
  const { words, month, farmId, from, to, leastYen, mostYen, state } = filter
  const set = chipsOf(options, filter)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2 print:hidden">
      <Form
        // another list is another form
        key={JSON.stringify(filter)}
        action={list}
        role="search"
        aria-label="伝票を検索"
        className="flex flex-wrap items-center gap-2"
      >
        <div className="min-w-32 flex-1">
          <SearchField
            id="slips"
            label="検索（商品・農園・産地・注文番号）"
            placeholder="商品・農園"
            defaultValue={words ?? ''}
          />
        </div>
        <Button kind="pine" className="shrink-0 px-4">
          検索
        </Button>
        <DetailsMenu
          className="filter-sheet shrink-0"
          summaryClassName="chip"
          summary={
            <>
              <SlidersHorizontal aria-hidden="true" />
              絞り込み
            </>
          }
        >
          <div className="filter-fields">
            <SelectField label="月" name="month" defaultValue={month ?? ''}>
              <option value="">すべて</option>
              {options.months.map((each) => (
                <option key={each} value={each}>
                  {formatMonth(each)}
                </option>
              ))}
            </SelectField>
            <SelectField label="農園" name="farm" defaultValue={farmId ?? ''}>
              <option value="">すべて</option>
              {options.farms.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <SelectField label="状態" name="state" defaultValue={state}>
              <option value="">すべて</option>
              {Object.entries(stateGroups).map(([group, { word }]) => (
                <option key={group} value={group}>
                  {word}
                </option>
              ))}
            </SelectField>
            <DateRangeField
              label="注文日"
              from={{ label: '注文日（開始）', name: 'from', defaultValue: from }}
              to={{ label: '注文日（終了）', name: 'to', defaultValue: to }}
            />
            <TextField
              label="合計（税込）の下限"
              name="least"
              inputMode="numeric"
              suffix="円"
              autoComplete="off"
              defaultValue={leastYen}
            />
            <TextField
              label="合計（税込）の上限"
              name="most"
              inputMode="numeric"
              suffix="円"
              autoComplete="off"
              defaultValue={mostYen}
            />
          </div>
          <div className="filter-action">
            <Button kind="pine" size="lg" className="w-full">
              この条件で検索
            </Button>
          </div>
        </DetailsMenu>
      </Form>
      {set.length > 0 && (
        <ul aria-label="絞り込み条件" className="flex flex-wrap gap-2">
          {set.map(({ word, names }) => (
            <li key={word}>
              <Link to={changed(search, names)} className="chip" aria-current="true">
                {word}
                <X aria-hidden="true" />
                <span className="visually-hidden">を解除</span>
              </Link>
            </li>
          ))}
          <li>
            <ButtonLink kind="text" to={list}>
              すべて解除
            </ButtonLink>
          </li>
        </ul>
      )}
    </div>
  )
}

/** What is set, with the parameters that hold it; a segment shows itself. */
function chipsOf({ farms }: Props['options'], filter: Filter): { word: string; names: string[] }[] {
  const { words, month, farmId, from, to, leastYen, mostYen, state } = filter
  const group = segments.some((segment) => segment === state) ? undefined : stateGroups[state]
  const farm = farmId && farms.find(({ id }) => id === farmId)
  const chips = [
    words && { word: `「${words}」`, names: ['q'] },
    month && { word: formatMonth(month), names: ['month'] },
    farmId && { word: farm ? farm.name : '選択した農園', names: ['farm'] },
    group && { word: group.word, names: ['state'] },
    (from ?? to) && {
      word: `注文日 ${from ? formatDayWithYear(from) : ''}〜${to ? formatDayWithYear(to) : ''}`,
      names: ['from', 'to'],
    },
    (leastYen ?? mostYen) !== undefined && {
      word: `合計 ${leastYen === undefined ? '' : formatYen(leastYen)}〜${mostYen === undefined ? '' : formatYen(mostYen)}`,
      names: ['least', 'most'],
    },
  ]
  return chips.filter((chip) => typeof chip === 'object')
}
