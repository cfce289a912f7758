import { formatNumber } from '#kernel/format.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/table-column.ts'
import type { OwnGoods } from '../own-products.server.ts'
import { statusWord } from '../product-fields.ts'

const columns: readonly Column<OwnGoods>[] = [
  { key: 'name', head: '商品', cell: ({ name }) => <b>{name}</b>, sort: ({ name }) => name },
  { key: 'pack', head: '規格', cell: ({ packLabel }) => packLabel },
  {
    key: 'price',
    head: '価格（税抜・円）',
    figures: true,
    cell: ({ priceYen }) => formatNumber(priceYen),
    sort: ({ priceYen }) => priceYen,
  },
  {
    key: 'stock',
    head: '在庫',
    figures: true,
    cell: ({ stock, unitLabel }) => `${formatNumber(stock)}${unitLabel}`,
    sort: ({ stock }) => stock,
  },
  { key: 'status', head: '状態', nowrap: true, cell: ({ status }) => statusWord[status] },
]

/** Several products at once, a row after the other or all between two: on sale again, or paused. */
export default function GoodsSelection({ goods, filter }: { goods: readonly OwnGoods[]; filter: string }) {
  return (
    <section aria-labelledby="goods-selection" className="grid grid-cols-1 gap-3">
      <h2 id="goods-selection" className="text-h3 font-bold">
        選択した商品の販売状態を変更
      </h2>
      <DataTable
        caption="販売状態を変更する商品"
        noun="商品"
        columns={columns}
        rows={goods}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        selection="range"
        filter={filter}
        bulk={{
          actions: (
            <>
              <input type="hidden" name="intent" value="moveMany" />
              <Button kind="line" name="move" value="pause">
                販売を休止する
              </Button>
              <Button kind="line" name="move" value="list">
                販売を再開する
              </Button>
            </>
          ),
        }}
      />
    </section>
  )
}
