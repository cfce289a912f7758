import type { MetaFunction } from 'react-router'
import { addDays } from '#kernel/jst.ts'
import { farmBoard } from '#modules/fulfilment/farm-board.server.ts'
import { tally } from '#modules/fulfilment/farm-step.ts'
import { FieldHeader } from '#modules/fulfilment/ui/field-header.tsx'
import { LeavingToday } from '#modules/fulfilment/ui/leaving-today.tsx'
import { LaterCard, TodayCard, TodaysTask, WaitingCard } from '#modules/fulfilment/ui/today-cards.tsx'
import { page } from '../page.server.ts'
import type { Route } from './+types/today.ts'

export const meta: MetaFunction = () => [{ title: 'きょう｜畝と皿' }]

export const loader = page(async (ctx) => {
  const { today, waiting, todays, later } = await farmBoard(ctx)
  const days = [...Map.groupBy(later, ({ order }) => order.shipOn)].map(([day, cards]) => ({ day, ...tally(cards) }))
  return {
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

export default function TodayPage({ loaderData, matches }: Route.ComponentProps) {
  const { leaving, waiting, toPack, toShip, left, later, tomorrow, now } = loaderData
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts}>
        <LeavingToday {...leaving} />
      </FieldHeader>
      <div className="mx-auto grid max-w-5xl grid-cols-1 gap-4 p-4 pb-24 lg:grid-cols-2 lg:*:first:row-span-2">
        <WaitingCard waiting={waiting} now={now} />
        <TodayCard leaving={leaving} toPack={toPack} toShip={toShip} left={left} next={later[0]} />
        <LaterCard tomorrow={tomorrow} days={later} />
      </div>
      <TodaysTask waiting={waiting.length} toPack={toPack.orders} toShip={toShip.orders} />
    </>
  )
}
