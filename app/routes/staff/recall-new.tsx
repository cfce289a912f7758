import { Suspense } from 'react'
import type { MetaFunction } from 'react-router'
import { lazyScreen } from '#ui/lazy-screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { page, pageAction } from '../page.server.ts'
import { newRecallAction, newRecallPage } from '../recall-pages.server.ts'
import type { Route } from './+types/recall-new.ts'
import { requireStaff } from './require-staff.server.ts'
import '#styles/kit/choice.css'
import '#styles/kit/empty-state.css'

export const meta: MetaFunction = () => [{ title: '回収をはじめる（管理）｜畝と皿' }]

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return newRecallPage(ctx, request)
})

export const action = pageAction(async (ctx, { request }: Route.ActionArgs) => {
  requireStaff(ctx)
  return newRecallAction(ctx, request, '/admin')
})

const Screen = import.meta.env.SSR
  ? (await import('#modules/provenance/ui/recall-form.tsx')).default
  : lazyScreen(() => import('#modules/provenance/ui/recall-form.tsx'))

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5">
      <h1 className="text-h2 font-bold">回収をはじめる</h1>
      <Suspense fallback={<Skeleton />}>
        <Screen base="/admin" {...loaderData} problem={actionData?.problem} />
      </Suspense>
    </div>
  )
}
