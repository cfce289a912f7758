import { z } from 'zod'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { endWay, farmWays, openWay } from '#modules/delivery/farm-ways.server.ts'
import { wayKinds } from '#modules/delivery/ways.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { readForm } from '#web/read-form.server.ts'
import type { Route } from './+types/ways.ts'
import { WaysScreen } from './ways-screen.tsx'

export const meta = () => ownMeta('お届け方法')

/** `kind` in the address: of the way that is begun. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  const asked = new URL(request.url).searchParams.get('kind')
  return {
    ways: await farmWays(ctx),
    kind: wayKinds.find((kind) => kind === asked) ?? null,
    mayChange: can(ctx.actor, 'freight.change', { farmId }),
    formKey: crypto.randomUUID() as string,
  }
})

const here = '/farmer/ways'
const NewWay = z.object(openWay.declaration.input)
const fieldOf = { way_without_prefecture: 'prefectures', way_without_place: 'place' } as const

/** Beginnings of postal codes are typed into one field: 「150 151」. */
const newWayIn = (form: FormData) => {
  const copy = new FormData()
  for (const [name, value] of form) if (name !== 'postalCodes') copy.append(name, value)
  for (const begins of String(form.get('postalCodes') ?? '')
    .normalize('NFKC')
    .split(/[\s,、]+/))
    if (begins !== '') copy.append('postalCodes', begins.replace('-', ''))
  return readForm(NewWay, copy, form)
}

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
