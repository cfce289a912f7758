import { Printer, Tag } from 'lucide-react'
import { Suspense } from 'react'
import type { MetaFunction } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { farmBoard } from '#modules/ordering/fulfilment/farm-board.server.ts'
import { type FarmStep, farmSteps, tally } from '#modules/ordering/fulfilment/farm-step.ts'
import { CompactFieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { LeavingToday } from '#modules/ordering/fulfilment/ui/leaving-today.tsx'
import { StepBar } from '#modules/ordering/fulfilment/ui/step-bar.tsx'
import { StepCards, ViewChoice } from '#modules/ordering/fulfilment/ui/step-cards.tsx'
// The second view of the same orders: its script is loaded when it is opened.
import TotalsByDay from '#modules/ordering/ui/totals-by-day.tsx' with { load: 'later' }
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/orders.ts'

export const meta: MetaFunction = () => ownMeta('受注', '飲食店からの注文に回答し、箱詰めと出荷を登録します。')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { waiting, todays, later } = await farmBoard(ctx)
  const asked = new URL(request.url).searchParams
  const of = (step: FarmStep) => (step === 'confirm' ? waiting : todays.filter((card) => card.step === step))
  const counts = { confirm: waiting.length, pack: of('pack').length, ship: of('ship').length }
  const step =
    farmSteps.find((known) => known === asked.get('step')) ?? farmSteps.find((known) => counts[known] > 0) ?? 'pack'
  return {
    now: ctx.now,
    step,
    byItem: asked.get('by') === 'item',
    mayShare: can(ctx.actor, 'harvest.allot', { farmId: requireFarm(ctx.actor).farmId }),
    counts,
    leaving: tally(todays),
    cards: of(step).map((card) => ({
      ...card,
      key: crypto.randomUUID(),
      mayAccept: can(ctx.actor, 'order.accept', card.order),
      mayWork: can(ctx.actor, workOf[step], card.order),
    })),
    folded: step === 'confirm' ? [] : todays.filter((card) => isPast(card.step, step)),
    later: step === 'pack' ? later : [],
    // a product is harvested for a day: those of later days stand below
    ofTheDay: (step === 'confirm' ? waiting : step === 'pack' ? [...todays, ...later] : todays).map(
      ({ order }) => order,
    ),
  }
})

/** The right that a step requires. */
const workOf = { confirm: 'order.decline', pack: 'order.prepare', ship: 'order.ship' } as const

const isPast = (reached: FarmStep | 'done', step: FarmStep) =>
  reached === 'done' || farmSteps.indexOf(reached) > farmSteps.indexOf(step)

export default function FarmOrdersPage({ loaderData, matches }: Route.ComponentProps) {
  const { step, byItem, counts, leaving, ofTheDay } = loaderData
  const address = (to: FarmStep) => `/farmer/orders?step=${to}${byItem ? '&by=item' : ''}`
  return (
    <>
      <CompactFieldHeader facts={matches[1].loaderData.facts}>
        <LeavingToday {...leaving} compact />
      </CompactFieldHeader>
      <StepBar current={step} counts={counts} address={address} />
      <div className="mx-auto flex max-w-[90rem] flex-col gap-4 px-3 py-3 lg:px-8 lg:py-4">
        <ViewChoice step={step} byItem={byItem} />
        {step !== 'confirm' && (
          <p className="no-print flex flex-wrap gap-x-2 gap-y-1 max-md:order-last">
            <Link to="/farmer/labels" className="chip">
              <Tag aria-hidden="true" />
              送り状
            </Link>
            <Link to="/farmer/papers" className="chip">
              <Printer aria-hidden="true" />
              出荷書類
            </Link>
          </p>
        )}
        {!byItem && <StepCards {...loaderData} />}
        {byItem && ofTheDay.length > 0 && (
          <Suspense>
            <TotalsByDay orders={ofTheDay} mayShare={loaderData.mayShare} />
          </Suspense>
        )}
        {byItem && ofTheDay.length === 0 && <EmptyState>集計する商品はまだありません。</EmptyState>}
      </div>
    </>
  )
}
