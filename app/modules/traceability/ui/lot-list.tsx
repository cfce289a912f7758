import { Form, useSearchParams } from 'react-router'
import { formatDay } from '#kernel/format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { Link } from '#ui/link.tsx'
import type { LotFilter } from '../lot-filter.ts'
import type { LotRow } from '../lot-lists.server.ts'

type Props = {
  base: '/farmer' | '/admin'
  lots: readonly LotRow[]
  next: string | null
  filter: LotFilter
  mayRecall: boolean
}

/** Lots to look through, and to choose for a recall. */
export default function LotList({ base, lots, next, filter, mayRecall }: Props) {
  const [search] = useSearchParams()
  const isStaff = base === '/admin'
  const isFiltered = filter.words !== '' || filter.on !== null
  return (
    <>
      <LotSearch filter={filter} label={isStaff ? 'ロット番号・農園名' : 'ロット番号・商品名'} dayLabel="収穫日" />
      {lots.length === 0 ? (
        <EmptyState action={isFiltered && <ButtonLink to={`${base}/lots`}>すべてのロットを見る</ButtonLink>}>
          {isFiltered
            ? '条件に一致するロットはありません。'
            : 'ロットはまだありません。箱詰めで収穫日を選択すると、ここに表示されます。'}
        </EmptyState>
      ) : (
        <Form action={`${base}/recalls/new`} className="group grid grid-cols-1 gap-4">
          <ul className="grid grid-cols-1 gap-2">
            {lots.map((lot) => (
              <li key={lot.id} className="card flex flex-wrap items-center gap-x-4 p-3">
                <div className="flex min-w-0 grow basis-40 flex-wrap items-center gap-x-4">
                  <div className="min-w-0 grow basis-60">
                    <p>
                      <Link
                        to={`${base}/lots/${lot.id}`}
                        className="prose-link phrase inline-flex min-h-11 items-center font-bold"
                      >
                        {lot.name}　{lot.code}
                      </Link>
                      {lot.recalledAt && (
                        <Badge tone="akane" className="ms-2">
                          回収
                        </Badge>
                      )}
                    </p>
                    <p className="text-sub text-ink-2">
                      {isStaff && `${lot.farm}・`}
                      {formatDay(lot.harvestedOn)}の収穫
                      {lot.bestBeforeOn && (
                        <>
                          ・<span className="whitespace-nowrap">期限 {formatDay(lot.bestBeforeOn)}</span>
                        </>
                      )}
                    </p>
                  </div>
                  <p className="tabular-nums">
                    <SentWords lot={lot} />
                  </p>
                </div>
                {mayRecall && !lot.recalledAt && (
                  <span className="ms-auto shrink-0 whitespace-nowrap">
                    <Checkbox
                      name="lot"
                      value={lot.id}
                      label={
                        <>
                          選択
                          <span className="visually-hidden">
                            （{lot.name} {lot.code}）
                          </span>
                        </>
                      }
                    />
                  </span>
                )}
              </li>
            ))}
          </ul>
          {mayRecall && (
            <p
              className={`grid gap-1 rounded-card group-has-checked:sticky group-has-checked:z-10 group-has-checked:bg-raised group-has-checked:p-3 group-has-checked:shadow-3 sm:justify-items-start ${isStaff ? 'group-has-checked:bottom-2' : 'group-has-checked:bottom-24'}`}
            >
              <Button kind="line" size="lg">
                選択したロットの回収・訓練へ
              </Button>
              <span className="text-sub text-ink-2">次の画面で、対象の飲食店と数量を確認してから決定します。</span>
            </p>
          )}
        </Form>
      )}
      {next && (
        <ButtonLink kind="line" size="lg" to={`?${withAfter(search, next)}`}>
          以前の収穫を見る
        </ButtonLink>
      )}
    </>
  )
}

const SentWords = ({ lot }: { lot: LotRow }) =>
  lot.restaurants === 0 ? (
    <>未出荷</>
  ) : (
    <>
      {lot.restaurants}店に {lot.sentQty}
      {lot.qty !== null && `／${lot.qty}`}
      {lot.unit}
    </>
  )

/** The search; it is part of the address, so that it can be shared. */
export function LotSearch({ filter, label, dayLabel }: { filter: LotFilter; label: string; dayLabel: string }) {
  return (
    <Form
      key={`${filter.words} ${filter.on}`}
      role="search"
      className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto] print:hidden"
    >
      <TextField label={label} name="q" defaultValue={filter.words} autoComplete="off" />
      <DateField label={dayLabel} name="on" defaultValue={filter.on ?? ''} />
      <Button kind="line">検索</Button>
    </Form>
  )
}

export function withAfter(search: URLSearchParams, after: string): string {
  const next = new URLSearchParams(search)
  next.set('after', after)
  return next.toString()
}
