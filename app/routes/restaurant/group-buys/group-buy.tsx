import { requireBuyer } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { readCode } from '#modules/group-buying/code.server.ts'
import { cancelGroupBuy } from '#modules/group-buying/end-group-buy.server.ts'
import { groupBuy } from '#modules/group-buying/group-queries.server.ts'
import { joinGroupBuy, leaveGroupBuy } from '#modules/group-buying/join-group-buy.server.ts'
import { whyLeftOut } from '#modules/group-buying/refusal-text.ts'
import { chosenKitchen, kitchenField } from '#web/chosen-kitchen.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/group-buy.ts'
import GroupBuyScreen from './group-buy-screen.tsx'

export const meta = () => ownMeta('共同購入')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

export const loader = page(async (ctx, { params, request }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const code = readCode(params.code)
  if (!code) throw new NotFound('group buy')
  const kitchenId = await chosenKitchen(request, buyer)
  const group = await groupBuy(ctx, { code, kitchenId })
  return {
    now: ctx.now,
    formKey: crypto.randomUUID() as string,
    group,
    whyLeftOut: group.refused === null ? null : whyLeftOut(group.refused),
    invitation: new URL(`/restaurant/group-buys/${code}`, request.url).href,
  }
})

const fields = async (args: Route.ActionArgs, ctx: Parameters<typeof kitchenField>[1]) => ({
  ...(await kitchenField(args, ctx)),
  code: args.params.code,
})
const ofGroup = ({ params }: Route.ActionArgs) => ({ code: params.code })
const there = (code: string) => `/restaurant/group-buys/${code}`

export const action = pageAction(
  jobs({
    join: job(joinGroupBuy, {
      fields,
      done: ({ code, joined }) =>
        redirectWithFlash(there(code), joined ? '共同購入に参加しました。' : '商品と数量を変更しました。'),
    }),
    leave: job(leaveGroupBuy, {
      fields,
      done: ({ code }) => redirectWithFlash(there(code), '参加を取り消しました。'),
    }),
    cancel: job(cancelGroupBuy, {
      fields: ofGroup,
      done: ({ code }) => redirectWithFlash(there(code), '募集を中止しました。商品はかごに戻しました。'),
    }),
  }),
)

/** Offline the page stays, and says that nothing was sent. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default GroupBuyScreen
