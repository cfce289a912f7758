import { z } from 'zod'
import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId, type RequestId } from '#kernel/ids.ts'
import { acceptAnswer } from '#modules/sourcing/accept-answer.server.ts'
import { changeRequest } from '#modules/sourcing/ask-request.server.ts'
import { withdrawRequest } from '#modules/sourcing/close-request.server.ts'
import { fieldOfRequest, requestRefusalText } from '#modules/sourcing/refusal-text.ts'
import { ownRequest, whatToAsk } from '#modules/sourcing/request-queries.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, formKey, formOf, invalid, refused, staleForm, typedIn } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/request.ts'
import { askedIn, typedDays } from './request-form.server.ts'
import RequestScreen from './request-screen.tsx'

export const meta = () => ownMeta('リクエストの返事')
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

const Step = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('accept'),
    key: formKey(),
    answer: z.uuid(staleForm).transform((id) => parseId<'requestAnswer'>(id)),
    version: z.coerce.number().int(),
    total: z.coerce.number().int(),
  }),
  z.object({ intent: z.literal('change'), key: formKey(), version: z.coerce.number().int() }),
  z.object({ intent: z.literal('withdraw'), key: formKey() }),
])

export const action = pageAction(async (ctx, { request, params }: Route.ActionArgs) => {
  const requestId = requestIn(params)
  const form = await formOf(request)
  const step = Step.safeParse(typedIn(form)).data
  if (!step) return refused(staleForm, form)
  if (step.intent === 'change') return change(ctx, requestId, step, form)
  if (step.intent === 'withdraw') {
    const done = await withdrawRequest(ctx, { requestId, key: step.key })
    if (!done.ok) return refused(requestRefusalText(done.refusal, done.detail), form)
    return redirectWithFlash('/restaurant/requests', 'リクエストを取り下げました。')
  }
  if (!step.answer) return refused(staleForm, form)
  const { key, version, total } = step
  const done = await acceptAnswer(ctx, {
    requestId,
    answerId: step.answer,
    version,
    seenTotalYen: total,
    key,
  })
  if (!done.ok) return refused(requestRefusalText(done.refusal, done.detail), form)
  return redirectWithFlash(
    `/restaurant/order/completed/${done.value.purchaseId}`,
    done.value.pending ? '店長に承認を頼みました。承認されると、農園に届きます。' : '注文しました。',
  )
})

async function change(ctx: Ctx, requestId: RequestId, step: { key: string; version: number }, form: FormData) {
  const { asked, fields } = askedIn(form)
  const typed: Record<string, string> = { ...typedIn(form), days: typedDays(form) }
  if (Object.keys(fields).length > 0) return invalid({ fields, summary: fieldsToMend, typed })
  const done = await changeRequest(ctx, { requestId, key: step.key, version: step.version, ...asked })
  if (done.ok)
    return redirectWithFlash(
      `/restaurant/requests/${requestId}`,
      `変えました。${done.value.told}の農園に知らせました。`,
    )
  const sentence = requestRefusalText(done.refusal, done.detail)
  const field = fieldOfRequest[done.refusal]
  return invalid({ fields: field ? { [field]: sentence } : {}, summary: sentence, typed }, 409)
}

/** Offline the page stays, and says that nothing was ordered. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default RequestScreen
