import { useId } from 'react'
import { formatDay, formatNumber } from '#kernel/format.ts'
import type { OrderSummary } from '#modules/ordering/order-queries.server.ts'
import { Confirm } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Link } from '#ui/link.tsx'
import type { Column } from '#ui/table-column.ts'

const columns: readonly Column<OrderSummary>[] = [
  { key: 'farm', head: '農園', cell: ({ farm }) => farm.name, sort: ({ farm }) => farm.name },
  {
    key: 'delivery',
    head: 'お届け日',
    nowrap: true,
    cell: ({ deliveryOn }) => formatDay(deliveryOn),
    sort: ({ deliveryOn }) => deliveryOn,
  },
  { key: 'number', head: '注文番号', nowrap: true, cell: ({ number }) => number },
  {
    key: 'goods',
    head: '商品',
    cell: ({ lines: [first, ...others] }) =>
      `${first?.name ?? ''}${others.length > 0 ? ` 他${formatNumber(others.length)}点` : ''}`,
  },
]

type Props = { orders: readonly OrderSummary[]; receiver: string; formKey: string }

/** What has arrived and waits for its inspection: one slip by its link, or all that are selected as correct. */
export default function WaitingOrders({ orders, receiver, formKey }: Props) {
  const head = useId()
  return (
    <section aria-labelledby={head} className="grid grid-cols-1 gap-3 print:hidden">
      <h2 id={head} className="text-h3 font-bold">
        検収待ち
      </h2>
      <p className="text-sub text-ink-2">
        すべての商品に問題がない伝票は、まとめて検収できます。不足・傷みの報告や温度の記録は、
        <Link to="/restaurant/arrivals" className="prose-link">
          本日の納品
        </Link>
        で行ってください。
      </p>
      <DataTable
        caption="検収待ちの伝票"
        noun="伝票"
        columns={columns}
        rows={orders}
        rowId={idOf}
        rowName={nameOf}
        rowLink={linkOf}
        prefix="waiting-"
        selection="range"
        bulk={{
          actions: (
            <>
              <input type="hidden" name="key" value={formKey} />
              <Confirm
                kind="pine"
                question="選択した伝票を「問題なし」で検収しますか"
                consequence={`すべての商品を出荷数量どおりに受け取ったものとして登録します。受取者は${receiver}です。温度は記録されません。検収は取り消せません。`}
                confirm="検収する"
              >
                「問題なし」で検収
              </Confirm>
            </>
          ),
        }}
      />
    </section>
  )
}

const idOf = ({ id }: OrderSummary) => id
const nameOf = ({ farm, number }: OrderSummary) => `${farm.name} ${number}`
const linkOf = ({ id }: OrderSummary) => `/restaurant/receiving/${id}`
