import { requireBuyer } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId, type RequestId } from '#kernel/ids.ts'
import { acceptAnswer } from '#modules/sourcing/accept-answer.server.ts'
import { changeRequest } from '#modules/sourcing/ask-request.server.ts'
import { withdrawRequest } from '#modules/sourcing/close-request.server.ts'
import { ownRequest, whatToAsk } from '#modules/sourcing/own-requests.server.ts'
import { fieldOfRequest } from '#modules/sourcing/refusal-text.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/request.ts'
import RequestScreen from './request-screen.tsx'

export const meta = () => ownMeta('リクエストへの回答')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

/** One request with its answers side by side. */
export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const request = await ownRequest(ctx, requestIn(params))
  const mayChange = request.open && request.offers === 0 && buyer.kitchenIds.includes(request.kitchenId)
  return {
    request,
    now: ctx.now,
    formKey: crypto.randomUUID() as string,
    limitYen: buyer.orderLimitYen,
    form: mayChange ? await whatToAsk(ctx, request.kitchenId) : null,
  }
})

function requestIn({ id }: { id?: string | undefined }): RequestId {
  const found = parseId<'request'>(id)
  if (!found) throw new NotFound('request')
  return found
}

const fields = ({ params: { id } }: Route.ActionArgs) => ({ requestId: id })

export const action = pageAction(
  jobs({
    accept: job(acceptAnswer, {
      fields,
      done: ({ purchaseId, pending }) =>
        redirectWithFlash(
          `/restaurant/order/completed/${purchaseId}`,
          pending ? '店長に承認を依頼しました。承認されると、農園に送信されます。' : '注文しました。',
        ),
    }),
    change: job(changeRequest, {
      fields,
      at: fieldOfRequest,
      done: ({ requestId, told }) =>
        redirectWithFlash(`/restaurant/requests/${requestId}`, `変更しました。${told}農園に通知しました。`),
    }),
    withdraw: job(withdrawRequest, {
      fields,
      done: () => redirectWithFlash('/restaurant/requests', 'リクエストを取り下げました。'),
    }),
  }),
)

/** Offline the page stays, and says that nothing was ordered. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default RequestScreen
