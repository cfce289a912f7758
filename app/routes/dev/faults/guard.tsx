import { data } from 'react-router'
import { runGuard } from '#web/guard.server.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/guard.ts'

export const meta = () => ownMeta('番人の試し')

/** Runs the guard that the address names: to see what a route with this guard does. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ params, request, context }, next) => {
    if (context.get(requestFacts).environment === 'production') throw data(null, { status: 404 })
    runGuard(params.name, { request, context })
    return next()
  },
]

export const loader = page(async (_, { params }: Route.LoaderArgs) => ({ name: params.name }))

export default function GuardPage({ loaderData: { name } }: Route.ComponentProps) {
  return (
    <div className="mx-auto w-full max-w-3xl px-3.5 py-10">
      <h1 className="text-h2 font-bold">番人「{name}」は通しました</h1>
    </div>
  )
}
