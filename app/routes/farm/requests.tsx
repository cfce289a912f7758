import { Suspense } from 'react'
import { demand } from '#modules/requests/demand.server.ts'
import { askedRequests } from '#modules/requests/request-queries.server.ts'
import { lazyScreen } from '#ui/lazy-screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { page } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import type { Route } from './+types/requests.ts'
import '#styles/kit/field-mist.css'

export const meta = () => ownMeta('リクエスト')

/** What chefs ask this farm for; `?tab=demand`: what chefs look for in general. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  if (new URL(request.url).searchParams.get('tab') === 'demand')
    return { tab: 'demand' as const, demand: await demand(ctx) }
  return { tab: 'asked' as const, now: ctx.now, requests: await askedRequests(ctx) }
})

const Screen = import.meta.env.SSR
  ? (await import('./requests-screen.tsx')).default
  : lazyScreen(() => import('./requests-screen.tsx'))

export default function FarmRequestsPage(props: Route.ComponentProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <Screen {...props} />
    </Suspense>
  )
}
