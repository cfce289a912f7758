import { Suspense } from 'react'
import type { MetaFunction } from 'react-router'
import { farmRecalls } from '#modules/provenance/recalls/recall-queries.server.ts'
import { lazyScreen } from '#ui/lazy-screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { page } from '../page.server.ts'

import type { Route } from './+types/recalls.ts'
import '#styles/kit/choice.css'
import '#styles/kit/empty-state.css'
import '#styles/kit/field-mist.css'

export const meta: MetaFunction = () => [{ title: '回収｜畝と皿' }]

export const loader = page(async (ctx, _: Route.LoaderArgs) => ({ recalls: await farmRecalls(ctx) }))

const Screen = import.meta.env.SSR
  ? (await import('./recalls-screen.tsx')).default
  : lazyScreen(() => import('./recalls-screen.tsx'))

export default function Page(props: Route.ComponentProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <Screen {...props} />
    </Suspense>
  )
}
