import { Suspense } from 'react'
import type { MetaFunction } from 'react-router'
import { lazyScreen } from '#ui/lazy-screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { page, pageAction } from '../page.server.ts'
import { newRecallAction, newRecallPage } from '../recall-pages.server.ts'
import type { Route } from './+types/recall-new.ts'
import '#styles/kit/choice.css'
import '#styles/kit/empty-state.css'
import '#styles/kit/field-mist.css'

export const meta: MetaFunction = () => [{ title: '回収をはじめる｜畝と皿' }]

export const loader = page((ctx, { request }: Route.LoaderArgs) => newRecallPage(ctx, request))

export const action = pageAction((ctx, { request }: Route.ActionArgs) => newRecallAction(ctx, request, '/farmer'))

const Screen = import.meta.env.SSR
  ? (await import('./recall-new-screen.tsx')).default
  : lazyScreen(() => import('./recall-new-screen.tsx'))

export default function Page(props: Route.ComponentProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <Screen {...props} />
    </Suspense>
  )
}
