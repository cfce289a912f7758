import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { formatNumber } from '#kernel/format.ts'
import { useHydrated } from './browser-state.ts'
import { headState, type Selection } from './table-selection.ts'
import '#styles/kit/table.css'

export type Bulk = {
  /** The action of the form; the page itself by default. */
  action?: string
  method?: 'get' | 'post'
  /** For a response that is a file. */
  reloadDocument?: boolean
  /** Submit buttons, and hidden fields that state the filter for selecting everything. */
  actions: ReactNode
}

type BulkBarProps = {
  formId: string
  selection: Selection
  order: readonly string[]
  total: number
  capped: boolean
  noun: string | undefined
  bulk: Bulk | undefined
  onAll: () => void
  onClear: () => void
}

/** Floats at the bottom while rows are selected; without script it is always visible, and sends what is ticked. */
export function TableBulkBar({ formId, selection, order, total, capped, noun, bulk, onAll, onClear }: BulkBarProps) {
  const hydrated = useHydrated()
  const count = selection.all ? total : selection.chosen.size
  const unit = selection.all && capped ? '件以上' : '件'
  const told = count > 0 ? `${formatNumber(count)}${unit}${noun ? `の${noun}` : ''}が選択されています。` : ''
  const mayTakeAll = !selection.all && total > order.length && headState(selection, order) === 'every'
  const here = new Set(order)
  const elsewhere = [...selection.chosen].filter((id) => !here.has(id))
  if (!hydrated) return bulk && <noscript>{<BulkForm formId={formId} bulk={bulk} told="選択したものを" />}</noscript>
  return (
    <>
      <p className={selection.lost ? 'table-lost' : 'visually-hidden'} role="status">
        {selection.lost ? '絞り込み条件が変わったため、選択を解除しました。' : told}
      </p>
      {count > 0 && (
        <BulkForm formId={formId} bulk={bulk} told={told}>
          {selection.all && <input type="hidden" name="all" value="1" />}
          {elsewhere.map((id) => (
            <input key={id} type="hidden" name="row" value={id} />
          ))}
          {mayTakeAll && (
            <button type="button" className="btn" data-kind="text" onClick={onAll}>
              一覧の{!capped && `${formatNumber(total)}件`}すべてを選択
            </button>
          )}
          <button type="button" className="btn" data-kind="line" onClick={onClear}>
            選択を解除
          </button>
        </BulkForm>
      )}
    </>
  )
}

type BulkFormProps = { formId: string; bulk: Bulk | undefined; told: string; children?: ReactNode }

const BulkForm = ({ formId, bulk, told, children }: BulkFormProps) => (
  <Form
    id={formId}
    className="bulk-bar"
    action={bulk?.action}
    method={bulk?.method ?? 'post'}
    reloadDocument={bulk?.reloadDocument ?? false}
  >
    <p>{told}</p>
    {children}
    {bulk?.actions}
  </Form>
)
