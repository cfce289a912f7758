import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { endWay, farmWays, openWay } from '#modules/delivery/farm-ways.server.ts'
import { wayKinds } from '#modules/delivery/ways.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/ways.ts'
import { newWayIn } from './way-form.server.ts'
import { WaysScreen } from './ways-screen.tsx'

export const meta = () => ownMeta('お届け方法')

/** `kind` in the address: of the way that is begun; `fee=distance`: of a van, by distance. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  const asked = new URL(request.url).searchParams
  const kind = wayKinds.find((each) => each === asked.get('kind')) ?? null
  return {
    ways: await farmWays(ctx),
    kind,
    byDistance: kind === 'own_van' && asked.get('fee') === 'distance',
    mayChange: can(ctx.actor, 'freight.change', { farmId }),
    formKey: crypto.randomUUID() as string,
  }
})

const here = '/farmer/ways'
const fieldOf = {
  way_without_prefecture: 'prefectures',
  way_without_place: 'place',
  bands_missing: 'bands',
  distances_missing: 'distances',
  band_twice: 'bands',
  listed_twice: 'distances',
  beyond_bands: 'distances',
} as const

export const action = pageAction(
  jobs({
    open: job(openWay, {
      read: newWayIn,
      done: () => redirectWithFlash(here, 'お届け方法を追加しました。'),
      at: ({ refusal }) => (refusal in fieldOf ? fieldOf[refusal as keyof typeof fieldOf] : undefined),
    }),
    end: job(endWay, { done: () => redirectWithFlash(here, 'お届け方法を終了しました。') }),
  }),
)

export default function WaysPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  return <WaysScreen it={loaderData} problem={problem} facts={matches[1].loaderData.facts} />
}
