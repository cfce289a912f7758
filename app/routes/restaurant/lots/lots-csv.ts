import { requireBuyer } from '#authorization/authorize.ts'
import type { CsvCell } from '#kernel/csv.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { readLotFilter } from '#modules/traceability/lot-filter.ts'
import { type ReceivedLot, receivedInChunks } from '#modules/traceability/lot-lists.server.ts'
import { csvFile } from '#web/csv-file.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/lots-csv.ts'

const head = ['納品日', '農園', '商品', 'ロット', '収穫日', '期限', '数量', '単位', '店舗', '注文番号', '回収']

/** The restaurant's received lots, as a file. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  return csvFile({
    name: `lots-${jstDateOf(ctx.now)}`,
    head,
    cells: (row: ReceivedLot): CsvCell[] => [
      row.deliveryOn,
      row.farm,
      row.name,
      row.code,
      row.harvestedOn,
      row.bestBeforeOn,
      row.qty,
      row.unit,
      row.kitchen,
      row.number,
      row.recalled ? '回収' : '',
    ],
    chunks: receivedInChunks(ctx, readLotFilter(new URL(request.url).searchParams)),
  })
})
