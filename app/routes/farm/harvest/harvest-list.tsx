import { Printer } from 'lucide-react'
import { requireFarm } from '#authorization/authorize.ts'
import { formatDay, formatGrams, formatNumber } from '#kernel/format.ts'
import { grams } from '#kernel/grams.ts'
import { addDays, jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { type HarvestNeed, harvestNeeds } from '#modules/ordering/fulfilment/harvest-list.server.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/harvest-list.ts'

export const meta = () => ownMeta('収穫リスト')

const daysAhead = 14

/** The day in the address; otherwise tomorrow, which is harvested for in the evening and at dawn. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireFarm(ctx.actor)
  const today = jstDateOf(ctx.now)
  const day = parseJstDate(new URL(request.url).searchParams.get('day')) ?? addDays(today, 1)
  const needs = await harvestNeeds(ctx, { from: today, to: addDays(today, daysAhead - 1) })
  const ofDay =
    day < today || day > addDays(today, daysAhead - 1) ? await harvestNeeds(ctx, { from: day, to: day }) : needs
  const days = new Set([...needs.map(({ shipOn }) => shipOn), today, addDays(today, 1), day])
  return { day, days: [...days].sort(), goods: ofDay.filter(({ shipOn }) => shipOn === day) }
})

/** What is to be harvested for one ship day: a sum for every product, large enough for the field, and on paper. */
export default function HarvestListPage({ loaderData: { day, days, goods }, matches }: Route.ComponentProps) {
  return (
    <>
      <div className="contents print:hidden">
        <FieldHeader
          facts={matches[1].loaderData.facts}
          back={{ to: '/farmer/orders?by=item', word: '品目別' }}
          line={`${formatDay(day)}に出荷する商品`}
        >
          <h1 className="text-h2 font-bold">収穫リスト</h1>
        </FieldHeader>
      </div>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-5 p-4 pb-24 lg:px-8 print:p-0">
        <nav aria-label="出荷日" className="flex flex-wrap gap-2 print:hidden">
          {days.map((it) => (
            <Link
              key={it}
              to={`/farmer/harvest/list?day=${it}`}
              className="chip"
              aria-current={it === day ? 'page' : undefined}
            >
              {formatDay(it)}
            </Link>
          ))}
        </nav>
        <h2 className="hidden text-h3 font-bold print:block">収穫リスト　{formatDay(day)}出荷</h2>
        {goods.length === 0 ? (
          <EmptyState>この日に出荷する商品はありません。</EmptyState>
        ) : (
          <>
            <ul className="card">
              {goods.map((it) => (
                <Need key={`${it.productId} ${it.packLabel}`} need={it} />
              ))}
            </ul>
            <p className="flex flex-wrap gap-3 print:hidden">
              <Button type="button" kind="line" size="lg" onClick={() => window.print()}>
                <Printer aria-hidden="true" />
                印刷する
              </Button>
              <a href={`/farmer/harvest-list.csv?day=${day}`} download className="btn" data-kind="line" data-size="lg">
                表計算ソフト用に保存する
              </a>
            </p>
          </>
        )}
      </div>
    </>
  )
}

function Need({ need }: { need: HarvestNeed }) {
  const { name, packLabel, qty, unitLabel, pieces, grams: weight, openQty, packedQty, orders } = need
  const besides = [
    pieces !== null && `${formatNumber(pieces)}個`,
    weight !== null && formatGrams(grams(weight)),
  ].filter((it) => it !== false)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line px-4 py-3 first:border-t-0">
      <span className="min-w-0">
        <b className="block text-h3">{name}</b>
        <span className="block">
          {packLabel}・{orders}件
        </span>
        {openQty > 0 && (
          <span className="block font-bold">
            うち回答待ち {openQty}
            {unitLabel}
          </span>
        )}
        {packedQty > 0 && (
          <span className="block">
            うち箱詰め済み {packedQty}
            {unitLabel}
          </span>
        )}
      </span>
      <span className="ms-auto text-end">
        <b className="num text-h1">{formatNumber(qty)}</b>
        <b className="text-h3">{unitLabel}</b>
        {besides.length > 0 && <span className="block text-sub">{besides.join('・')}</span>}
      </span>
    </li>
  )
}
