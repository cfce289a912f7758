import { Suspense } from 'react'
import type { MetaFunction } from 'react-router'
import { lazyScreen } from '#ui/lazy-screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { page } from '../page.server.ts'
import { lotPage } from '../recall-pages.server.ts'
import type { Route } from './+types/lot.ts'
import '#styles/kit/choice.css'
import '#styles/kit/empty-state.css'
import '#styles/kit/field-mist.css'

export const meta: MetaFunction = () => [{ title: 'ロット｜畝と皿' }]

export const loader = page((ctx, { request, params }: Route.LoaderArgs) => lotPage(ctx, request, params))

const Screen = import.meta.env.SSR
  ? (await import('./lot-screen.tsx')).default
  : lazyScreen(() => import('./lot-screen.tsx'))

export default function Page(props: Route.ComponentProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <Screen {...props} />
    </Suspense>
  )
}
