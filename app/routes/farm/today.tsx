import { Suspense } from 'react'
import type { MetaFunction } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { addDays } from '#kernel/jst.ts'
import { claimsToAnswer } from '#modules/ordering/claims/claim-queries.server.ts'
import { farmBoard } from '#modules/ordering/fulfilment/farm-board.server.ts'
import { tally } from '#modules/ordering/fulfilment/farm-step.ts'
import ClaimsToAnswer from '#modules/ordering/fulfilment/ui/claims-to-answer.tsx' with { load: 'later' }
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { LeavingToday } from '#modules/ordering/fulfilment/ui/leaving-today.tsx'
import { LaterCard, TodayCard, TodaysTask, WaitingCard } from '#modules/ordering/fulfilment/ui/today-cards.tsx'
import { ownCommission } from '#modules/organisations/commission/agreements.server.ts'
import { ownLapsedGoods } from '#modules/organisations/documents/farm-papers.server.ts'
import { farmFirstSteps } from '#modules/organisations/first-steps/first-steps.server.ts'
import { ownScaleWarning } from '#modules/organisations/scales/scales.server.ts'
import ApplicationPanel from '#modules/organisations/ui/application-panel.tsx' with { load: 'later' }
import FirstStepsCard from '#modules/organisations/ui/first-steps-card.tsx' with { load: 'later' }
import LapsedPanel from '#modules/organisations/ui/lapsed-panel.tsx' with { load: 'later' }
import ScaleNotice from '#modules/organisations/ui/scale-notice.tsx' with { load: 'later' }
import { ownNextPayout } from '#modules/payouts/farm-sales.server.ts'
import { NextPayout } from '#modules/payouts/ui/next-payout.tsx'
import { ownFactGraces } from '#modules/products/food-labelling.server.ts'
import FactGraces from '#modules/products/ui/fact-graces.tsx' with { load: 'later' }
import { upcomingLoads } from '#modules/runs/run-queries.server.ts'
import UpcomingLoads from '#modules/runs/ui/upcoming-loads.tsx' with { load: 'later' }
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { applicationAtHome } from '#web/application-at-home.server.ts'
import { firstStepsAtHome, foldFirstSteps } from '#web/first-steps.server.ts'
import { jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/today.ts'

export const handle = { live: 'orders' }
export const meta: MetaFunction = () => ownMeta('今日', '本日の出荷数と、回答待ちの注文を確認できます。')

export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  const farm = requireFarm(ctx.actor)
  const application = farm.farmApproved ? null : await applicationAtHome(ctx, farm.personId)
  const { today, waiting, todays, later } = await farmBoard(ctx)
  const days = [...Map.groupBy(later, ({ order }) => order.shipOn)].map(([day, cards]) => ({ day, ...tally(cards) }))
  const hasOrders = waiting.length + todays.length + later.length > 0
  const mayAnswer = waiting.some(({ order }) => can(ctx.actor, 'order.decline', order))
  const mayPack = todays.some(({ order }) => can(ctx.actor, 'order.prepare', order))
  const [payout, commission, lapsed, graces, weighing, claims, firstSteps, loads] = await Promise.all([
    can(ctx.actor, 'statement.see', farm) ? ownNextPayout(ctx, context.get(requestFacts).operator.farmTerms) : null,
    can(ctx.actor, 'agreement.answer', { farmId: farm.farmId, restaurantId: null }) ? ownCommission(ctx) : null,
    ownLapsedGoods(ctx),
    ownFactGraces(ctx),
    ownScaleWarning(ctx),
    claimsToAnswer(ctx),
    hasOrders ? [] : farmFirstSteps(ctx),
    upcomingLoads(ctx),
  ])
  return {
    payout,
    commission: commission?.open ?? null,
    ...{ lapsed, graces, weighing, claims, loads },
    /** The tasks that they may do: a helper who only reads is shown none. */
    mayDo: { answer: mayAnswer, pack: mayPack },
    application,
    firstSteps: firstStepsAtHome(request, firstSteps),
    now: ctx.now,
    tomorrow: addDays(today, 1),
    later: days,
    leaving: tally(todays),
    toPack: tally(todays.filter(({ step }) => step === 'pack')),
    toShip: tally(todays.filter(({ step }) => step === 'ship')),
    left: tally(todays.filter(({ step }) => step === 'done')),
    waiting: waiting.map(({ order: { id, restaurant, answerDueAt } }) => ({
      id,
      restaurant: restaurant.name,
      answerDueAt,
    })),
  }
})

export const action = pageAction(jobs({ later: foldFirstSteps('/farmer') }))

export default function TodayPage({ loaderData, matches }: Route.ComponentProps) {
  const { leaving, waiting, toPack, toShip, left, later, tomorrow, now, mayDo } = loaderData
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts}>
        <LeavingToday {...leaving} />
      </FieldHeader>
      <TodaysTask
        waiting={mayDo.answer ? waiting.length : 0}
        toPack={mayDo.pack ? toPack.orders : 0}
        toShip={mayDo.pack ? toShip.orders : 0}
      />
      {loaderData.commission && (
        <div className="mx-auto max-w-[90rem] px-4 pt-4 lg:px-8">
          <Notice tone="tag">
            手数料率の変更の提案が届いています。
            <Link to="/farmer/commission" className="prose-link">
              内容を確認して回答する
            </Link>
          </Notice>
        </div>
      )}
      {loaderData.application && (
        <div className="mx-auto max-w-[90rem] px-4 pt-4 lg:px-8">
          <Suspense>
            <ApplicationPanel application={loaderData.application} />
          </Suspense>
        </div>
      )}
      {loaderData.firstSteps && (
        <div className="mx-auto max-w-5xl px-4 pt-4">
          <Suspense>
            <FirstStepsCard title="最初の受注までの準備" {...loaderData.firstSteps} />
          </Suspense>
        </div>
      )}
      {loaderData.claims.length > 0 && (
        <div className="mx-auto max-w-[90rem] px-4 pt-4 lg:px-8">
          <Suspense>
            <ClaimsToAnswer claims={loaderData.claims} now={now} />
          </Suspense>
        </div>
      )}
      {loaderData.lapsed.length > 0 && (
        <div className="mx-auto max-w-[90rem] px-4 pt-4 lg:px-8">
          <Suspense>
            <LapsedPanel lapsed={loaderData.lapsed} />
          </Suspense>
        </div>
      )}
      {loaderData.weighing && (
        <div className="mx-auto max-w-[90rem] px-4 pt-4 lg:px-8">
          <Suspense>
            <ScaleNotice weighing={loaderData.weighing} />
          </Suspense>
        </div>
      )}
      {loaderData.graces.length > 0 && (
        <div className="mx-auto max-w-[90rem] px-4 pt-4 lg:px-8">
          <Suspense>
            <FactGraces graces={loaderData.graces} />
          </Suspense>
        </div>
      )}
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 lg:px-8 p-4 pb-24 lg:grid-cols-2 lg:pb-4 lg:*:first:row-span-2 xl:grid-cols-3 xl:*:first:row-span-1">
        <WaitingCard waiting={waiting} now={now} />
        <TodayCard leaving={leaving} toPack={toPack} toShip={toShip} left={left} next={later[0]} />
        <LaterCard tomorrow={tomorrow} days={later} />
        {loaderData.loads.length > 0 && (
          <Suspense>
            <UpcomingLoads loads={loaderData.loads} />
          </Suspense>
        )}
        {loaderData.payout && <NextPayout next={loaderData.payout} />}
      </div>
    </>
  )
}
