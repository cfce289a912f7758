import { requireFarm } from '#authorization/authorize.ts'
import type { CsvCell } from '#kernel/csv.ts'
import { addDays, jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { type HarvestNeed, harvestNeeds } from '#modules/ordering/fulfilment/harvest-list.server.ts'
import { csvFile } from '#web/csv-file.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/harvest-list-csv.ts'

const head = ['出荷日', '商品', '内容', '数量', '単位', '個数', '重量（g）', 'うち回答待ち', 'うち箱詰め済み', '注文数']

/** The harvest list of a ship day; tomorrow's without one. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireFarm(ctx.actor)
  const day = parseJstDate(new URL(request.url).searchParams.get('day')) ?? addDays(jstDateOf(ctx.now), 1)
  const needs = await harvestNeeds(ctx, { from: day, to: day })
  return csvFile({
    name: `harvest-${day}`,
    head,
    cells: (it: HarvestNeed): CsvCell[] => [
      it.shipOn,
      it.name,
      it.packLabel,
      it.qty,
      it.unitLabel,
      it.pieces,
      it.grams,
      it.openQty,
      it.packedQty,
      it.orders,
    ],
    chunks: (async function* () {
      yield needs
    })(),
  })
})
