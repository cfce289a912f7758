import { SlidersHorizontal, X } from 'lucide-react'
import { Form } from 'react-router'
import { orgStatuses } from '#kernel/enums.ts'
import { prefectures } from '#kernel/place.ts'
import { orgStatusWord } from '#modules/organisations/application-process.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { DateRangeField } from '#ui/fields/date-range-field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { type OrganisationFilter, organisationFilterText } from '../organisations/organisation-filter.ts'
import type { OrganisationCounts } from '../organisations/organisation-list.server.ts'
import type { SavedView } from '../organisations/saved-views.server.ts'
import '#styles/kit/tabs.css'

const tabs = [
  { word: 'すべて', count: 'all', side: null, status: null },
  { word: '承認待ち', count: 'waiting', side: null, status: 'submitted' },
  { word: '飲食店', count: 'restaurant', side: 'restaurant', status: null },
  { word: '生産者', count: 'farm', side: 'farm', status: null },
  { word: '停止中', count: 'suspended', side: null, status: 'suspended' },
] as const

/** The five standard lists. The figures count all members; the search is kept. */
export const OrganisationTabs = ({ filter, counts }: { filter: OrganisationFilter; counts: OrganisationCounts }) => (
  <nav aria-label="会員の種類" className="tab-row">
    {tabs.map(({ word, count, side, status }) => (
      <Link
        key={word}
        to={`/admin/users?${organisationFilterText({ q: filter.q, side, status })}`}
        className="tab"
        aria-current={side === filter.side && status === filter.status ? 'page' : undefined}
      >
        {word}
        <span className="num">{counts[count]}</span>
      </Link>
    ))}
  </nav>
)

/** The search is always visible, the rest is in a disclosure; a native form, so the address holds the filter. */
export function OrganisationFilters({ filter }: { filter: OrganisationFilter }) {
  const { q, side, status, prefecture, from, to } = filter
  const narrowed = prefecture !== null || from !== null || to !== null
  return (
    <search>
      <Form key={organisationFilterText(filter)} action="/admin/users" className="grid grid-cols-1 gap-2">
        <div className="flex gap-2">
          <SearchField
            id="member-q"
            label="店名・農園名・フリガナ・氏名・住所・メール・登録番号で検索"
            placeholder="店名・農園名・氏名・住所・メール・登録番号"
            defaultValue={q}
          />
          <Button kind="line">検索</Button>
        </div>
        <Disclosure
          open={narrowed}
          summary={
            <span className="inline-flex items-center gap-2">
              <SlidersHorizontal aria-hidden="true" size={18} />
              絞り込み
            </span>
          }
        >
          <div className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] items-end gap-3">
            <SelectField label="種別" name="side" defaultValue={side ?? ''}>
              <option value="">すべて</option>
              <option value="restaurant">飲食店</option>
              <option value="farm">生産者</option>
            </SelectField>
            <SelectField label="ステータス" name="status" defaultValue={status ?? ''}>
              <option value="">すべて</option>
              {orgStatuses.map((each) => (
                <option key={each} value={each}>
                  {orgStatusWord[each]}
                </option>
              ))}
            </SelectField>
            <SelectField label="都道府県" name="prefecture" defaultValue={prefecture ?? ''}>
              <option value="">すべて</option>
              {prefectures.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
            <DateRangeField
              label="申込日"
              className="col-span-full"
              from={{ label: '申込日（から）', name: 'from', defaultValue: from }}
              to={{ label: '申込日（まで）', name: 'to', defaultValue: to }}
            />
            <Button kind="line">絞り込む</Button>
          </div>
        </Disclosure>
      </Form>
    </search>
  )
}

type SavedViewsProps = {
  views: readonly SavedView[]
  query: string
  /** A name that was refused for a saved filter. */
  refused: { name: string; sentence: string } | undefined
}

/** Filters that this administrator has saved. */
export function SavedViews({ views, query, refused }: SavedViewsProps) {
  const here = views.find((view) => view.query === query)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {views.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="保存した条件">
          {views.map((view) => (
            <li key={view.id} className="flex items-center">
              <Link
                to={`/admin/users?${view.query}`}
                className="chip [--target:2.75rem]"
                aria-current={view === here ? 'page' : undefined}
              >
                {view.name}
              </Link>
              {view === here && (
                <Form method="post" action="/admin/users">
                  <input type="hidden" name="intent" value="forget-view" />
                  <input type="hidden" name="id" value={view.id} />
                  <IconButton type="submit" label={`保存した条件「${view.name}」を削除`}>
                    <X aria-hidden="true" />
                  </IconButton>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {query !== '' && !here && (
        <details className="group" open={refused !== undefined || undefined}>
          <summary className="inline-flex min-h-11 items-center text-sub font-bold text-ai underline">
            この条件を保存
          </summary>
          {/* to the same list, so that a refused name is shown with its filter */}
          <Form method="post" action={`/admin/users?${query}`} className="flex flex-wrap items-end gap-2 pt-1">
            <input type="hidden" name="intent" value="save-view" />
            <input type="hidden" name="query" value={query} />
            <TextField
              label="名前"
              name="name"
              need="required"
              maxLength={40}
              chars={14}
              defaultValue={refused?.name}
              error={refused?.sentence}
            />
            <Button kind="line">保存する</Button>
          </Form>
        </details>
      )}
    </div>
  )
}
