import { Form, useNavigation } from 'react-router'
import { formatDay, formatMonth } from '#kernel/format.ts'
import { type JstDate, parseJstDate } from '#kernel/jst.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { weekdayOrder, weekdayWords } from '#modules/organisations/sign-up/profile-labels.ts'
import { HitOrders, hitIn } from '#modules/products/ui/hit-orders.tsx'
import { RestMonth } from '#modules/products/ui/rest-month.tsx'
import { daysOf, restText } from '#modules/products/vacation/vacation.ts'
import type { HitOrder } from '#modules/products/vacation/vacations.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { DateRangeField } from '#ui/fields/date-range-field.tsx'
import { Head } from '#ui/head.tsx'
import type { Problem } from '#web/form.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import type { Route } from './+types/vacation.ts'

/** The first day of a vacation while its page is loading: the second touch may be faster than a weak connection. */
function useTouchedDay(): JstDate | null {
  const { location } = useNavigation()
  const asked = new URLSearchParams(location?.search)
  return asked.has('to') ? null : parseJstDate(asked.get('from') ?? '')
}

/** When the farm rests: days by touch, weekdays and holidays by checkbox; existing orders are asked about. */
export default function VacationPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { chosen, vacations, mayChange } = loaderData
  const touched = useTouchedDay()
  const problem: Problem | undefined = actionData && 'problem' in actionData ? actionData.problem : undefined
  const asked = hitIn(actionData)
  const ofWeek = problem?.typed.intent === 'week'
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">休業と出荷</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 items-start gap-6 p-4 pb-24 lg:px-8 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          {problem && !ofWeek && <RefusalNotice problem={problem} />}
          {mayChange && !chosen && <RestToday today={loaderData.today} />}
          {chosen && mayChange && <Chosen it={loaderData} hit={!ofWeek && asked.length > 0 ? asked : loaderData.hit} />}
          <section aria-labelledby="calendar-title" className="grid grid-cols-1 gap-4">
            <h2 id="calendar-title" className="text-h3 font-bold">
              休業日を選択
            </h2>
            <p className="text-ink-2">
              {chosen && !loaderData.isRange
                ? `${formatDay(chosen.from)}を選択しました。連続して休業する場合は、終了日も選択してください。`
                : '開始日、終了日の順に選択します。1日のみの場合は、その日だけを選択します。'}
            </p>
            <p className="text-sub text-ink-2">休＝休業　祝休＝祝日休業　―＝出荷しない曜日</p>
            {loaderData.months.map(({ month, weeks }) => (
              <RestMonth
                key={month}
                {...{ month, weeks }}
                chosen={touched ? { from: touched, to: touched } : chosen}
                open={touched ?? (chosen && !loaderData.isRange ? chosen.from : null)}
              />
            ))}
            <ByDates it={loaderData} />
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
              今後の休業
            </h2>
            {vacations.length === 0 && <p className="text-ink-2">休業の予定はありません。</p>}
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
      本日のみ休業する
    </ButtonLink>
    <span className="block pt-1 text-center text-sub text-ink-2">{formatDay(today)}の出荷分の受注を停止します</span>
  </p>
)

/** The first and the last day by their dates, or in one month that shows both: for vacations far ahead. */
const ByDates = ({ it: { today, chosen, vacations } }: { it: Loaded }) => (
  <Form
    key={`${chosen?.from} ${chosen?.to}`}
    action="/farmer/Vacation#chosen"
    className="grid grid-cols-1 gap-3"
    noValidate
    preventScrollReset
  >
    <DateRangeField
      label="休業期間"
      from={{ label: '休業の初日', name: 'from', defaultValue: chosen?.from }}
      to={{ label: '休業の最終日', name: 'to', defaultValue: chosen?.to }}
      min={today}
      closed={Object.fromEntries(vacations.flatMap((rest) => daysOf(rest).map((day) => [day, '登録済みの休業日'])))}
    />
    <p>
      <Button kind="line">この期間を選択する</Button>
    </p>
  </Form>
)

type Loaded = Route.ComponentProps['loaderData']

/** The days in words, the orders on them, and the button that saves. */
function Chosen({ it, hit }: { it: Loaded; hit: readonly HitOrder[] }) {
  const { chosen, formKey } = it
  if (!chosen) return null
  return (
    <section id="chosen" aria-labelledby="chosen-title" className="carton grid scroll-mt-4 grid-cols-1 gap-4 p-4">
      <h2 id="chosen-title" className="text-h3 font-bold">
        {restText(chosen)}
      </h2>
      <p>この日に出荷する注文は受け付けません。納品日ではなく、農園から出荷する日の休業です。</p>
      <Form method="post" className="grid grid-cols-1 gap-4">
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="from" value={chosen.from} />
        <input type="hidden" name="to" value={chosen.to} />
        <HitOrders hit={hit} />
        <TextField
          name="note"
          label="メモ"
          need="optional"
          help="飲食店にも表示されます。例 地域の祭り"
          maxLength={60}
          autoComplete="off"
        />
        <div className="flex flex-wrap gap-3">
          <Button size="lg" name="intent" value="rest">
            休業日に設定
          </Button>
          <ButtonLink kind="line" size="lg" to="/farmer/Vacation">
            戻る
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
        曜日ごとの設定
      </h2>
      {problem && <RefusalNotice problem={problem} />}
      <Form method="post" className="grid grid-cols-1 gap-4" preventScrollReset>
        <input type="hidden" name="version" value={shipping.version} />
        <CheckboxGroup
          name="shipWeekdays"
          legend="出荷曜日"
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
          <span className="choice-words">祝日も出荷する</span>
        </label>
        <HitOrders hit={hit} />
        {mayChange && (
          <p className="flex flex-wrap gap-3">
            <Button name="intent" value="week">
              保存する
            </Button>
            <ButtonLink to="/farmer/profile#shipping" kind="line">
              締切・送料の条件
            </ButtonLink>
          </p>
        )}
      </Form>
    </section>
  )
}
