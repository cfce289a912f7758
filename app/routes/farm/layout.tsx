import { useState } from 'react'
import { data, Outlet, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { requireFarm } from '#access/authorize.ts'
import { holidayName } from '#kernel/holidays.ts'
import { jstDateOf, jstMinuteOf } from '#kernel/jst.ts'
import { FarmTabs } from '#modules/fulfilment/ui/farm-tabs.tsx'
import { myFarm } from '#modules/identity/me.server.ts'
import { farmWaiting } from '#modules/ordering/order-queries.server.ts'
import { useOnline } from '#ui/browser-state.ts'
import { Notice } from '#ui/notice.tsx'
import { takeNotice } from '../notice.server.ts'
import { page } from '../page.server.ts'
import type { Route } from './+types/layout.ts'

/** Everything a step larger (tokens.css §4). */
export const handle = { role: 'farmer' }

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { name } = requireFarm(ctx.actor)
  const today = jstDateOf(ctx.now)
  const waiting = await farmWaiting(ctx)
  const { notice, headers } = await takeNotice(request)
  const facts = { farm: await myFarm(ctx), today, holiday: holidayName(today), minute: jstMinuteOf(ctx.now) }
  return data({ facts, person: name, waiting, notice }, { headers })
})

/** The counts in the tabs are those of this moment, and a notice is shown once. */
export const shouldRevalidate = ({ actionStatus = 200 }: ShouldRevalidateFunctionArgs) => actionStatus < 400

export default function FarmLayout({ loaderData: { facts, person, waiting, notice } }: Route.ComponentProps) {
  const online = useOnline()
  const said = useOnceHere(notice)
  return (
    <>
      <main id="main" className="pb-28">
        {!online && <Notice className="rounded-none">圏外です。見るだけはできます。</Notice>}
        {said && (
          <Notice tone="matcha" className="rounded-none text-h4 font-bold">
            {said}
          </Notice>
        )}
        <Outlet />
      </main>
      <FarmTabs waiting={waiting} person={person} farm={facts.farm.name} />
    </>
  )
}

/** A notice belongs to the page that it came with: after a refused form it would contradict the refusal. */
function useOnceHere(notice: string | null): string | null {
  const { key } = useLocation()
  const [came, setCame] = useState({ notice, key })
  if (came.notice !== notice) setCame({ notice, key })
  return came.key === key ? notice : null
}
