import { data, Form, redirect } from 'react-router'
import { requireFarm } from '#access/authorize.ts'
import { can } from '#access/rules.ts'
import { formatDay, formatMonth } from '#kernel/format.ts'
import { holidayName } from '#kernel/holidays.ts'
import { parseId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { dayRefusalText, readDay } from '#kernel/typed-day.ts'
import { FieldHeader } from '#modules/fulfilment/ui/field-header.tsx'
import { farmShipping, saveShipping } from '#modules/goods/farm-shipping.server.ts'
import { goodsRefusalText } from '#modules/goods/refusal-text.ts'
import { typedShippingOf } from '#modules/goods/shipping-words.ts'
import { HitOrders } from '#modules/goods/ui/hit-orders.tsx'
import { RestMonth } from '#modules/goods/ui/rest-month.tsx'
import { furthestDays, monthOfFarm, nextMonth, restText } from '#modules/goods/vacation/vacation.ts'
import {
  addVacation,
  type HitOrder,
  ordersHitBy,
  ownVacations,
  removeVacation,
} from '#modules/goods/vacation/vacations.server.ts'
import { weekdayOrder, weekdayWords } from '#modules/organisations/sign-up/profile-words.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { Head } from '#ui/head.tsx'
import { fieldsToMend, formOf, type Problem, typedIn } from '../form.ts'
import { redirectWithNotice } from '../notice.server.ts'
import { page, pageAction } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import type { Route } from './+types/vacation.ts'
import { fatesIn } from './fates.ts'
import { RefusalNotice } from './refusal-notice.tsx'
import { stayWhenOffline } from './stay-when-offline.ts'

export const meta = () => ownMeta('お休みと出荷')

/** `from` and `to` in the address are the days that the thumb has touched. */
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
    return redirectWithNotice('/farmer/Vacation#rests', 'お休みを取り消しました。')
  }
  if (sent.intent === 'week') {
    const typed = {
      ...typedShippingOf(await farmShipping(ctx)),
      shipWeekdays: form.getAll('shipWeekdays').join(','),
      shipsOnHolidays: sent.shipsOnHolidays ?? '',
    }
    const saved = await saveShipping(ctx, { typed, version: Number(sent.version), fates: fatesIn(sent) })
    if (saved.ok)
      return redirectWithNotice(
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
  return redirectWithNotice('/farmer/Vacation#rests', `${restText(rest)}にしました。${declinedText(declined)}`)
})

const declinedText = (declined: number) => (declined > 0 ? `${declined}件の注文をおことわりしました。` : '')

/** Without a signal the page stays as it is, with all that was chosen. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

/** When the farm rests: days by the thumb, weekdays and holidays by a tick; what is ordered already is asked about. */
export default function VacationPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { chosen, vacations, mayChange } = loaderData
  const problem: Problem | undefined = actionData && 'problem' in actionData ? actionData.problem : undefined
  const asked = actionData && 'hit' in actionData ? actionData.hit : []
  const ofWeek = problem?.typed.intent === 'week'
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/menu', word: 'その他' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">お休みと出荷</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-5xl grid-cols-1 items-start gap-6 p-4 pb-24 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          {problem && !ofWeek && <RefusalNotice problem={problem} />}
          {mayChange && !chosen && <RestToday today={loaderData.today} />}
          {chosen && mayChange && <Chosen it={loaderData} hit={!ofWeek && asked.length > 0 ? asked : loaderData.hit} />}
          <section aria-labelledby="calendar-title" className="grid grid-cols-1 gap-4">
            <h2 id="calendar-title" className="text-h3 font-bold">
              休む日を押す
            </h2>
            <p className="text-ink-2">
              {chosen && !loaderData.isRange
                ? `${formatDay(chosen.from)}をえらびました。つづけて休むときは、終わりの日も押してください。`
                : '休むはじめの日、終わりの日の順に押します。1日だけなら、その日を押すだけです。'}
            </p>
            <p className="text-sub text-ink-2">休＝お休み　祝休＝祝日なので休み　―＝発送しない曜日</p>
            {loaderData.months.map(({ month, weeks }) => (
              <RestMonth
                key={month}
                {...{ month, weeks, chosen }}
                open={chosen && !loaderData.isRange ? chosen.from : null}
              />
            ))}
            <p className="flex flex-wrap gap-3">
              <ButtonLink
                kind="line"
                to={`/farmer/Vacation?month=${loaderData.following}${chosen && !loaderData.isRange ? `&from=${chosen.from}` : ''}`}
              >
                {formatMonth(loaderData.following)}を見る
              </ButtonLink>
            </p>
          </section>
        </div>
        <div className="grid grid-cols-1 gap-6">
          <section id="rests" aria-labelledby="rests-title" className="card grid scroll-mt-4 grid-cols-1 gap-3 p-4">
            <h2 id="rests-title" className="text-h3 font-bold">
              これからのお休み
            </h2>
            {vacations.length === 0 && <p className="text-ink-2">お休みの予定はありません。</p>}
            <ul className="grid gap-2">
              {vacations.map((rest) => (
                <li key={rest.id} className="flex flex-wrap items-center justify-between gap-2">
                  <p>
                    <b>{restText(rest)}</b>
                    {rest.note && <span className="block text-sub text-ink-2">{rest.note}</span>}
                  </p>
                  {mayChange && (
                    <Form method="post" preventScrollReset>
                      <input type="hidden" name="id" value={rest.id} />
                      <Button kind="text" name="intent" value="work">
                        取り消す<span className="visually-hidden">：{restText(rest)}</span>
                      </Button>
                    </Form>
                  )}
                </li>
              ))}
            </ul>
          </section>
          <Week it={loaderData} problem={ofWeek ? problem : undefined} hit={ofWeek ? asked : []} />
        </div>
      </div>
    </>
  )
}

const RestToday = ({ today }: { today: JstDate }) => (
  <p>
    <ButtonLink to={`/farmer/Vacation?from=${today}&to=${today}#chosen`} size="lg" className="w-full">
      きょうだけ休む
    </ButtonLink>
    <span className="block pt-1 text-center text-sub text-ink-2">{formatDay(today)}に出す注文を止めます</span>
  </p>
)

type Loaded = Route.ComponentProps['loaderData']

/** The days as one reads them, what is ordered for them, and the press that makes it so. */
function Chosen({ it, hit }: { it: Loaded; hit: readonly HitOrder[] }) {
  const { chosen, formKey } = it
  if (!chosen) return null
  return (
    <section id="chosen" aria-labelledby="chosen-title" className="carton grid scroll-mt-4 grid-cols-1 gap-4 p-4">
      <h2 id="chosen-title" className="text-h3 font-bold">
        {restText(chosen)}
      </h2>
      <p>この日に発送する注文は、受けつけません。届く日ではなく、農園から出す日のお休みです。</p>
      <Form method="post" className="grid grid-cols-1 gap-4">
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="from" value={chosen.from} />
        <input type="hidden" name="to" value={chosen.to} />
        <HitOrders hit={hit} />
        <TextField
          name="note"
          label="メモ"
          need="optional"
          help="店にも見えます。例 地域の祭り"
          maxLength={60}
          autoComplete="off"
        />
        <div className="flex flex-wrap gap-3">
          <Button size="lg" name="intent" value="rest">
            お休みにする
          </Button>
          <ButtonLink kind="line" size="lg" to="/farmer/Vacation">
            やめる
          </ButtonLink>
        </div>
      </Form>
    </section>
  )
}

type WeekProps = { it: Loaded; problem: Problem | undefined; hit: readonly HitOrder[] }

function Week({ it: { shipping, mayChange }, problem, hit }: WeekProps) {
  return (
    <section id="week" aria-labelledby="week-title" className="card grid scroll-mt-4 grid-cols-1 gap-4 p-4">
      <h2 id="week-title" className="text-h3 font-bold">
        毎週のこと
      </h2>
      {problem && <RefusalNotice problem={problem} />}
      <Form method="post" className="grid grid-cols-1 gap-4" preventScrollReset>
        <input type="hidden" name="version" value={shipping.version} />
        <CheckboxGroup
          name="shipWeekdays"
          legend="発送する曜日"
          need="required"
          look="cards"
          className="[--choice-least:4.25rem]"
          defaultValues={shipping.shipWeekdays.map(String)}
          error={problem?.fields.shipWeekdays}
          choices={weekdayOrder.map((day) => ({ value: String(day), label: weekdayWords[day], off: !mayChange }))}
        />
        <label className="choice">
          <input
            type="checkbox"
            name="shipsOnHolidays"
            defaultChecked={shipping.shipsOnHolidays}
            disabled={!mayChange}
          />
          <span className="choice-words">祝日も発送する</span>
        </label>
        <HitOrders hit={hit} />
        {mayChange && (
          <p className="flex flex-wrap gap-3">
            <Button name="intent" value="week">
              保存する
            </Button>
            <ButtonLink to="/farmer/profile#shipping" kind="line">
              締切や送料の決まり
            </ButtonLink>
          </p>
        )}
      </Form>
    </section>
  )
}
