import { authorize, requireFarm } from '#access/authorize.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { goodsCsvCells, goodsCsvHead } from '#modules/goods/goods-csv.ts'
import { goodsInChunks } from '#modules/goods/import-goods.server.ts'
import { csvFile } from '../csv-file.ts'
import { page } from '../page.server.ts'
import type { Route } from './+types/goods-csv.ts'

/** The farm's goods as a file that can be changed in a spreadsheet and taken in again. */
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
