import { Suspense } from 'react'
import type { MetaFunction } from 'react-router'
import { lazyScreen } from '#ui/lazy-screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { page, pageAction } from '../page.server.ts'
import { recallAction, recallPage } from '../recall-pages.server.ts'
import type { Route } from './+types/recall.ts'
import '#styles/kit/choice.css'
import '#styles/kit/empty-state.css'
import '#styles/kit/field-mist.css'

export const meta: MetaFunction = () => [{ title: '回収｜畝と皿' }]

export const loader = page((ctx, { params }: Route.LoaderArgs) => recallPage(ctx, params))

export const action = pageAction((ctx, { request, params }: Route.ActionArgs) =>
  recallAction(ctx, request, params, '/farmer'),
)

const Screen = import.meta.env.SSR
  ? (await import('./recall-screen.tsx')).default
  : lazyScreen(() => import('./recall-screen.tsx'))

export default function Page(props: Route.ComponentProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <Screen {...props} />
    </Suspense>
  )
}
