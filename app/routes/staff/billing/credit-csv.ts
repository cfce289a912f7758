import { jstDateOf } from '#kernel/jst.ts'
import { type CreditRow, creditList, creditStateWord } from '#modules/credit/credit-list.server.ts'
import { exposureOf } from '#modules/credit/credit-standing.ts'
import { csvFile } from '#web/csv-file.ts'
import { page } from '#web/page.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import { wordsIn } from '../staff-search.tsx'
import type { Route } from './+types/credit-csv.ts'

const head = [
  '飲食店',
  '状態',
  '限度額',
  '利用額',
  '請求済み・未入金',
  '未請求の納品',
  '未確定の注文',
  '期日超過1〜30日',
  '期日超過31〜60日',
  '期日超過61日以上',
]

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const rows = await creditList(ctx, wordsIn(new URL(request.url).searchParams))
  return csvFile({ name: `credit-${jstDateOf(ctx.now)}`, head, cells, chunks: asChunk(rows) })
})

async function* asChunk(rows: CreditRow[]) {
  yield rows
}

const cells = ({ name, credit, upTo30, upTo60, over60 }: CreditRow) => [
  name,
  creditStateWord(credit),
  credit.onAccount ? credit.limitYen : null,
  exposureOf(credit),
  credit.unpaidYen,
  credit.unbilledYen,
  credit.openYen,
  upTo30,
  upTo60,
  over60,
]
