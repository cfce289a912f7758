import { z } from 'zod'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { holidayName } from '#kernel/holidays.ts'
import { jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { farmShipping, ordersHitBySaving, saveWeek } from '#modules/products/farm-shipping.server.ts'
import { monthOfFarm, nextMonth, restText } from '#modules/products/vacation/vacation.ts'
import { addVacation, ordersHitBy, ownVacations, removeVacation } from '#modules/products/vacation/vacations.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { readForm } from '#web/read-form.server.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import { readWeek, withFates } from '../orders/shipping-form.server.ts'
import type { Route } from './+types/vacation.ts'
import VacationPage from './vacation-screen.tsx'

export const meta = () => ownMeta('休業と出荷')

/** `from` and `to` in the address are the days that were touched. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  const asked = new URL(request.url).searchParams
  const today = jstDateOf(ctx.now)
  const [from, to] = [parseJstDate(asked.get('from')), parseJstDate(asked.get('to'))]
  const shipping = await farmShipping(ctx)
  const vacations = await ownVacations(ctx)
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked.get('month') ?? '')
    ? (asked.get('month') ?? '')
    : (from ?? today).slice(0, 7)
  const calendar = { today, vacations, ...shipping, holidayName }
  const months = [month, nextMonth(month)].map((it) => ({ month: it, weeks: monthOfFarm(it, calendar) }))
  const chosen = from ? { from, to: to && to >= from ? to : from } : null
  return {
    today,
    chosen,
    isRange: to !== null,
    months,
    following: nextMonth(nextMonth(month)),
    vacations,
    shipping,
    hit: chosen ? await ordersHitBy(ctx, chosen) : [],
    mayChange: can(ctx.actor, 'farm.describe', { farmId }),
    formKey: crypto.randomUUID() as string,
  }
})

export const action = pageAction(
  jobs({
    work: job(removeVacation, {
      done: () => redirectWithFlash('/farmer/Vacation#rests', '休業を取り消しました。'),
    }),
    week: job(saveWeek, {
      read: readWeek,
      besides: async (given, ctx) => ({ hit: await ordersHitBySaving(ctx, given) }),
      done: ({ changed, declined }) =>
        redirectWithFlash(
          '/farmer/Vacation#week',
          changed ? `曜日ごとの設定を保存しました。${declinedText(declined)}` : '変更点はありませんでした。',
        ),
    }),
    rest: job(addVacation, {
      read: (form) => withFates(readForm(Vacation, form), form),
      besides: async (given, ctx) => ({ hit: await ordersHitBy(ctx, given) }),
      done: ({ declined }, rest) =>
        redirectWithFlash('/farmer/Vacation#rests', `${restText(rest)}に設定しました。${declinedText(declined)}`),
    }),
  }),
)

const Vacation = z.object(addVacation.declaration.input)

const declinedText = (declined: number) => (declined > 0 ? `${declined}件の注文を辞退しました。` : '')

/** Offline the page stays unchanged, with everything that was selected. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default VacationPage
