import { data, redirect } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { holidayName } from '#kernel/holidays.ts'
import { parseId } from '#kernel/ids.ts'
import { addDays, jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { dayRefusalText, readDay } from '#kernel/typed-day.ts'
import { farmShipping, saveShipping } from '#modules/products/farm-shipping.server.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { typedShippingOf } from '#modules/products/shipping-labels.ts'
import { furthestDays, monthOfFarm, nextMonth, restText } from '#modules/products/vacation/vacation.ts'
import {
  addVacation,
  type HitOrder,
  ordersHitBy,
  ownVacations,
  removeVacation,
} from '#modules/products/vacation/vacations.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, formOf, type Problem, typedIn } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/vacation.ts'
import { fatesIn } from './fates.ts'
import VacationPage from './vacation-screen.tsx'

export const meta = () => ownMeta('お休みと出荷')

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

export const action = pageAction(async (ctx, { request }: Route.ActionArgs) => {
  const form = await formOf(request)
  const sent = typedIn(form)
  const no = (fields: Record<string, string>, summary: string, status: number, hit: HitOrder[] = []) =>
    data({ problem: { fields, summary, typed: sent } satisfies Problem, hit }, { status })
  if (sent.intent === 'work') {
    const id = parseId<'vacation'>(sent.id)
    if (!id) throw data(null, { status: 400 })
    await removeVacation(ctx, id)
    return redirectWithFlash('/farmer/Vacation#rests', 'お休みを取り消しました。')
  }
  if (sent.intent === 'week') {
    const typed = {
      ...typedShippingOf(await farmShipping(ctx)),
      shipWeekdays: form.getAll('shipWeekdays').join(','),
      shipsOnHolidays: sent.shipsOnHolidays ?? '',
    }
    const saved = await saveShipping(ctx, { typed, version: Number(sent.version), fates: fatesIn(sent) })
    if (saved.ok)
      return redirectWithFlash(
        '/farmer/Vacation#week',
        saved.value.changed
          ? `毎週の決まりを保存しました。${declinedText(saved.value.declined)}`
          : '変わったところはありませんでした。',
      )
    sent.shipWeekdays = typed.shipWeekdays
    if (saved.refusal === 'orders_hit') return no({}, goodsRefusalText('open_orders'), 409, saved.hit)
    return saved.refusal === 'fields'
      ? no(saved.fields, fieldsToMend, 422)
      : no({}, goodsRefusalText(saved.refusal), 409)
  }
  const today = jstDateOf(ctx.now)
  const rule = { min: today, max: addDays(today, furthestDays) }
  const read = { from: readDay(sent.from ?? '', rule), to: readDay(sent.to || sent.from || '', rule) }
  if (!read.from.ok || !read.to.ok) {
    const fields = {
      ...(!read.from.ok && { from: dayRefusalText(read.from.refusal) }),
      ...(!read.to.ok && { to: dayRefusalText(read.to.refusal) }),
    }
    return no(fields, fieldsToMend, 422)
  }
  const rest = { from: read.from.value, to: read.to.value }
  if (rest.to < rest.from) return no({ to: '終わりの日は、はじめの日より後にしてください' }, fieldsToMend, 422)
  if (sent.intent === 'look') return redirect(`/farmer/Vacation?from=${rest.from}&to=${rest.to}#chosen`)
  const fates = fatesIn(sent)
  const done = await addVacation(ctx, { ...rest, note: (sent.note ?? '').slice(0, 60), key: sent.key ?? '', fates })
  if (!done.ok) return no({}, goodsRefusalText(done.refusal, done.detail), 409, await ordersHitBy(ctx, rest))
  const { declined } = done.value
  return redirectWithFlash('/farmer/Vacation#rests', `${restText(rest)}にしました。${declinedText(declined)}`)
})

const declinedText = (declined: number) => (declined > 0 ? `${declined}件の注文をおことわりしました。` : '')

/** Offline the page stays unchanged, with everything that was selected. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default VacationPage
