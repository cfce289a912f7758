import { requireBuyer } from '#authorization/authorize.ts'
import { askRequest } from '#modules/sourcing/ask-request.server.ts'
import { ownRequests, whatToAsk } from '#modules/sourcing/own-requests.server.ts'
import { fieldOfRequest } from '#modules/sourcing/refusal-text.ts'
import { chosenKitchen, kitchenField } from '#web/chosen-kitchen.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/requests.ts'
import RequestsScreen from './requests-screen.tsx'

export const meta = () => ownMeta('リクエスト')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

/** The restaurant's requests, and the form; `?q=` is a search without results. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  if (!buyer.restaurantApproved) return { state: 'waiting' as const, now: ctx.now }
  const kitchenId = await chosenKitchen(request, buyer)
  return {
    state: 'open' as const,
    now: ctx.now,
    formKey: crypto.randomUUID() as string,
    wanted: new URL(request.url).searchParams.get('q')?.slice(0, 60) ?? '',
    requests: await ownRequests(ctx),
    form: await whatToAsk(ctx, kitchenId),
  }
})

export const action = pageAction(
  onlyJob(
    job(askRequest, {
      fields: kitchenField,
      at: fieldOfRequest,
      done: ({ requestId, told }) =>
        redirectWithFlash(
          `/restaurant/requests/${requestId}`,
          `${told}農園に通知しました。回答が届いたらお知らせします。`,
        ),
    }),
  ),
)

/** Offline the page stays, and says that nothing was sent. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default RequestsScreen
