import { authorize, requireFarm } from '#authorization/authorize.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { goodsInChunks } from '#modules/products/import-products.server.ts'
import { goodsCsvCells, goodsCsvHead } from '#modules/products/product-csv.ts'
import { csvFile } from '#web/csv-file.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/goods-csv.ts'

/** The farm's products as a file that can be edited in a spreadsheet and imported again. */
export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  return csvFile({
    name: `goods-${jstDateOf(ctx.now)}`,
    head: goodsCsvHead,
    cells: goodsCsvCells,
    chunks: goodsInChunks(ctx),
  })
})
