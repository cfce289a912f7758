import { requireBuyer } from '#authorization/authorize.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { fieldOfList } from '#modules/shopping-lists/refusal-text.ts'
import { shoppingLists } from '#modules/shopping-lists/shopping-lists.server.ts'
import {
  changeStanding,
  endStanding,
  makeStanding,
  pauseStanding,
  skipStanding,
  standingOrders,
  unskipStanding,
} from '#modules/shopping-lists/standing-orders.server.ts'
import { chosenKitchen, kitchenField } from '#web/chosen-kitchen.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/standing.ts'
import StandingScreen from './standing-screen.tsx'

export const meta = () => ownMeta('自動注文')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

/** The standing orders of this kitchen, with their next dates. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const formKey = crypto.randomUUID()
  if (!buyer.restaurantApproved) return { state: 'waiting' as const, formKey, now: ctx.now }
  const kitchenId = await chosenKitchen(request, buyer)
  const lists = await shoppingLists(ctx, kitchenId)
  return {
    state: 'open' as const,
    formKey,
    now: ctx.now,
    today: jstDateOf(ctx.now),
    lists: lists.filter(({ lineCount }) => lineCount > 0).map(({ id, name, weekdays }) => ({ id, name, weekdays })),
    standing: await standingOrders(ctx, kitchenId),
    limit: buyer.orderLimitYen,
  }
})

const said = (text: string) => ({ at: fieldOfList, done: () => redirectWithFlash('/restaurant/standing', text) })

export const action = pageAction(
  jobs({
    make: job(makeStanding, {
      fields: kitchenField,
      ...said('自動注文を開始しました。前日の夕方に、メールでお知らせします。'),
    }),
    change: job(changeStanding, said('保存しました。')),
    pause: job(pauseStanding, {
      fields: () => ({ paused: 'true' }),
      ...said('停止しました。再開するまで注文しません。'),
    }),
    resume: job(pauseStanding, { fields: () => ({ paused: 'false' }), ...said('再開しました。') }),
    skip: job(skipStanding, said('その日は注文しません。')),
    unskip: job(unskipStanding, said('その日も注文します。')),
    end: job(endStanding, said('自動注文を終了しました。')),
  }),
)

/** Offline the page stays, and says that nothing was changed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default StandingScreen
