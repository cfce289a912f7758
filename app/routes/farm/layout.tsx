import { Suspense } from 'react'
import { data, Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { holidayName } from '#kernel/holidays.ts'
import { jstDateOf, jstMinuteOf } from '#kernel/jst.ts'
import { myFarm } from '#modules/identity/me.server.ts'
import { liveFacts } from '#modules/messaging/conversation-queries.server.ts'
import { FarmTabs } from '#modules/ordering/fulfilment/ui/farm-tabs.tsx'
import { farmWaiting } from '#modules/ordering/open-orders.server.ts'
import { WideOnly } from '#ui/wide-only.tsx'
import { takeFlash } from '#web/flash-message.server.ts'
import { guarded } from '#web/guard.server.ts'
import { leadAwayWithoutWorkplace } from '#web/no-workplace.server.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/layout.ts'
// What is said now and then: in the page that the server sends, and its script comes after the page's own.
import FarmSidebar from './farm-sidebar.tsx' with { load: 'later' }
import SaidAbove from './orders/said-above.tsx' with { load: 'later' }

export const middleware = guarded('auth', 'consent')

/** Everything a step larger (tokens.css §4). */
export const handle = { role: 'farmer' }

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  await leadAwayWithoutWorkplace(ctx)
  requireFarm(ctx.actor)
  const today = jstDateOf(ctx.now)
  const waiting = await farmWaiting(ctx)
  const { flash, headers } = await takeFlash(request)
  const { unread, ...farm } = await myFarm(ctx)
  const facts = { farm, today, holiday: holidayName(today), minute: jstMinuteOf(ctx.now) }
  return data({ facts, waiting, flash, unread, live: await liveFacts(ctx) }, { headers })
})

/** The counts in the tabs are current, and a flash message is shown once. */
export const shouldRevalidate = ({ actionStatus = 200 }: ShouldRevalidateFunctionArgs) => actionStatus < 400

export default function FarmLayout({ loaderData: { facts, waiting, flash, unread, live } }: Route.ComponentProps) {
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[14rem_minmax(0,1fr)]">
      <WideOnly className="no-print hidden border-e border-line bg-surface lg:block">
        <FarmSidebar farm={facts.farm.name} waiting={waiting} unread={live.unread} />
      </WideOnly>
      <main id="main" tabIndex={-1} className="pb-28 lg:pb-8 print:pb-0">
        <Suspense>
          <SaidAbove status={facts.farm.status} flash={flash} unread={unread} live={live} />
        </Suspense>
        <Outlet />
      </main>
      <FarmTabs waiting={waiting} unread={live.unread} />
    </div>
  )
}
