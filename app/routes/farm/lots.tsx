import { Suspense } from 'react'
import type { MetaFunction } from 'react-router'
import { lazyScreen } from '#ui/lazy-screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { page } from '../page.server.ts'
import { lotsPage } from '../recall-pages.server.ts'
import type { Route } from './+types/lots.ts'
import '#styles/kit/choice.css'
import '#styles/kit/empty-state.css'
import '#styles/kit/field-mist.css'

export const meta: MetaFunction = () => [{ title: 'ロット｜畝と皿' }]

export const loader = page((ctx, { request }: Route.LoaderArgs) => lotsPage(ctx, request, '/farmer'))

const Screen = import.meta.env.SSR
  ? (await import('./lots-screen.tsx')).default
  : lazyScreen(() => import('./lots-screen.tsx'))

export default function Page(props: Route.ComponentProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <Screen {...props} />
    </Suspense>
  )
}
