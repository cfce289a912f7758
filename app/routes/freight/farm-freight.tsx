import { requireFarm } from '#authorization/authorize.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { Head } from '#ui/head.tsx'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/farm-freight.ts'
import { freightAction, freightPage } from './freight-page.server.ts'
import { FreightScreen } from './freight-screen.tsx'

export const meta = () => ownMeta('送料')

const here = '/farmer/freight'

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireFarm(ctx.actor)
  return freightPage(ctx, new URL(request.url))
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireFarm(ctx.actor)
  return freightAction(ctx, args, here)
})

/** The farm's own freight tables. */
export default function FarmFreightPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">送料</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto max-w-5xl p-4 pb-24 lg:mx-0 lg:px-8">
        <FreightScreen it={loaderData} answer={actionData} here={here} />
      </div>
    </>
  )
}
