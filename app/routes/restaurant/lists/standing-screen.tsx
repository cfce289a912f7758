import { CalendarOff, Pause, Play } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { formatDay, formatDeadline, formatYen } from '#kernel/format.ts'
import { deliveryDayText } from '#modules/delivery/delivery-day-text.ts'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { blockerLabel, weekdaysInOrder, weekdaysText, weekdayWord } from '#modules/shopping-lists/list-labels.ts'
import type { StandingDay } from '#modules/shopping-lists/standing-days.ts'
import type { StandingOrder, StandingRun } from '#modules/shopping-lists/standing-orders.server.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { YenField } from '#ui/fields/yen-field.tsx'
import { Link } from '#ui/link.tsx'
import { CartonLines } from '#ui/market.tsx'
import { PageBar } from '../layout/page-bar.tsx'
import { useShop } from '../layout/shell.ts'
import type { Route } from './+types/standing.ts'

type Open = Extract<Route.ComponentProps['loaderData'], { state: 'open' }>
type Problem = NonNullable<Route.ComponentProps['actionData']>['problem']

export default function StandingScreen({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem
  return (
    <>
      <PageBar back="/restaurant/lists" backLabel="いつもの注文へもどる" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">自動の注文</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[42rem] grid-cols-1 gap-5 px-3.5 pt-4 pb-12">
        {problem && <ProblemNotice problem={problem} />}
        <p>
          決めた曜日に、いつもの品をひとりでに注文します。前の日の夕方にメールでお知らせするので、休む日だけ押せば大丈夫です。上限をこえることはありません。
        </p>
        {loaderData.state === 'waiting' ? (
          <EmptyState>お店の承認がすむと使えます。</EmptyState>
        ) : (
          <>
            {loaderData.standing.map((standing) => (
              <Standing key={standing.id} standing={standing} open={loaderData} problem={problem} />
            ))}
            {loaderData.lists.length === 0 ? (
              <EmptyState action={<ButtonLink to="/restaurant/lists">いつもののリストを作る</ButtonLink>}>
                たとえば「火曜の定番」のリストを作っておくと、毎週の火曜に届くように注文できます。
              </EmptyState>
            ) : (
              <Make open={loaderData} problem={problem} />
            )}
          </>
        )}
      </div>
    </>
  )
}

type Part = { standing: StandingOrder; open: Open; problem: Problem | undefined }

function Standing({ standing, open, problem }: Part) {
  const { id, list, paused } = standing
  const mine = problem?.typed.id === id && problem.typed.intent === 'change'
  return (
    <article className="card" aria-labelledby={`standing-${id}`}>
      <CartonLines />
      <div className="grid grid-cols-1 gap-3 p-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={`standing-${id}`} className="text-h4 font-bold">
            {list.name}
          </h2>
          <Badge tone={paused ? 'line' : 'pine'}>{paused ? 'お休み中' : '動いています'}</Badge>
        </div>
        <p>
          毎週 <b>{weekdaysText(standing.weekdays)}曜</b> に届く・一回{' '}
          <b className="num">{formatYen(standing.ceilingYen)}</b>
          まで（税込・送料込）
          <span className="block text-sub text-ink-2">{standing.by}さんの名前で注文します</span>
        </p>
        {!paused && <Days standing={standing} now={open.now} />}
        <Runs runs={standing.runs} />
        <div className="flex flex-wrap gap-3">
          <QueuedMutation id={id} intent={paused ? 'resume' : 'pause'} kind={paused ? 'pine' : 'line'}>
            {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
            {paused ? '再開する' : 'ずっと休む'}
          </QueuedMutation>
          <ButtonLink to={`/restaurant/lists/${list.id}`} kind="text">
            品と数を直す
          </ButtonLink>
        </div>
        <Disclosure summary="曜日・上限を変える、やめる" open={mine || undefined}>
          <div className="grid grid-cols-1 gap-4">
            <Form key={standing.version} method="post" className="grid grid-cols-1 gap-4">
              <input type="hidden" name="intent" value="change" />
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="version" value={standing.version} />
              <Fields
                open={open}
                errors={mine ? problem.fields : {}}
                values={{
                  listId: list.id,
                  weekdays: standing.weekdays.map(String),
                  ceilingYen: String(standing.ceilingYen),
                }}
              />
              <p>
                <Button>保存する</Button>
              </p>
            </Form>
            <QueuedMutation id={id} intent="end" kind="danger">
              この自動の注文をやめる
            </QueuedMutation>
          </div>
        </Disclosure>
      </div>
    </article>
  )
}

/** The next dates, each with the time at which it orders, and the button that skips it. */
function Days({ standing: { id, days }, now }: { standing: StandingOrder; now: Date }) {
  const { holidays } = useShop()
  if (days.length === 0) return <p className="text-sub">この先4週間に、届けられる日がありません。</p>
  return (
    <ul aria-label="つぎの日" className="grid grid-cols-1">
      {days.map((day) => (
        <li
          key={day.deliveryOn}
          className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line py-2 first:border-t-0"
        >
          <span className="min-w-0 leading-snug">
            <b className={day.state === 'planned' ? '' : 'text-ink-2 line-through'}>
              {formatDay(day.deliveryOn, holidays[day.deliveryOn] ?? null)}
            </b>
            <span className="block text-sub text-ink-2">{dayText(day, now)}</span>
          </span>
          {day.state === 'planned' && (
            <QueuedMutation id={id} intent="skip" day={day.deliveryOn} kind="line">
              <CalendarOff aria-hidden="true" />
              <span>
                この日は休む<span className="visually-hidden">：{formatDay(day.deliveryOn)}</span>
              </span>
            </QueuedMutation>
          )}
          {day.state === 'skipped' && (
            <QueuedMutation id={id} intent="unskip" day={day.deliveryOn} kind="line">
              <span>
                やっぱり注文する<span className="visually-hidden">：{formatDay(day.deliveryOn)}</span>
              </span>
            </QueuedMutation>
          )}
        </li>
      ))}
    </ul>
  )
}

function dayText(day: StandingDay, now: Date): string {
  if (day.state === 'skipped') return 'この日は休みます'
  if (day.state === 'impossible') return `注文しません（${deliveryDayText[day.reason].short}）`
  return `${formatDeadline(day.orderAt, now)}に注文・${day.farms.length}農園・締切 ${formatDeadline(day.cutoffAt, now)}`
}

const outcomeWord = {
  ordered: '注文しました',
  asked: '店長の承認を待ちました',
  nothing: '注文するものがありませんでした',
}

function Runs({ runs }: { runs: readonly StandingRun[] }) {
  if (runs.length === 0) return null
  return (
    <Disclosure summary="これまでの分">
      <ul className="grid grid-cols-1 gap-3">
        {runs.map((run) => (
          <li key={run.deliveryOn} className="leading-snug">
            <p>
              <b>{formatDay(run.deliveryOn)}</b>の分：{outcomeWord[run.outcome]}
            </p>
            {run.leftOut.length > 0 && (
              <p className="text-sub text-ink-2">
                入れなかった品：{run.leftOut.map(({ name, why }) => `${name}（${blockerLabel[why]}）`).join('、')}
              </p>
            )}
            {run.purchaseId && (
              <Link
                to={`/restaurant/order/completed/${run.purchaseId}`}
                className="prose-link inline-flex min-h-11 items-center"
              >
                注文を見る
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

type PressProps = {
  id: string
  intent: string
  day?: string
  kind: 'pine' | 'line' | 'danger'
  children: React.ReactNode
}

function QueuedMutation({ id, intent, day, kind, children }: PressProps) {
  const { formData } = useNavigation()
  const busy =
    formData?.get('id') === id && formData.get('intent') === intent && (formData.get('day') ?? undefined) === day
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="intent" value={intent} />
      {day && <input type="hidden" name="day" value={day} />}
      <Button kind={kind} busy={busy}>
        {children}
      </Button>
    </Form>
  )
}

function Make({ open, problem }: { open: Open; problem: Problem | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'make'
  const mine = problem?.typed.intent === 'make' ? problem : undefined
  const [first] = open.lists
  return (
    <Disclosure
      summary={open.standing.length === 0 ? '自動の注文をはじめる' : '自動の注文をふやす'}
      open={open.standing.length === 0 || mine !== undefined || undefined}
    >
      <Form key={open.formKey} method="post" className="grid grid-cols-1 gap-4">
        <input type="hidden" name="intent" value="make" />
        <input type="hidden" name="key" value={open.formKey} />
        <Fields
          open={open}
          errors={mine?.fields ?? {}}
          values={{
            listId: mine?.typed.listId ?? first?.id ?? '',
            weekdays: mine ? (mine.typed.weekdays?.split(',') ?? []) : (first?.weekdays.map(String) ?? []),
            ceilingYen: mine?.typed.ceilingYen ?? '',
          }}
        />
        <p>
          <Button size="lg" busy={busy}>
            自動の注文をはじめる
          </Button>
        </p>
      </Form>
    </Disclosure>
  )
}

type FieldsProps = {
  open: Open
  errors: Record<string, string>
  values: { listId: string; weekdays: readonly string[]; ceilingYen: string }
}

function Fields({ open, errors, values }: FieldsProps) {
  return (
    <>
      <SelectField
        label="いつもののリスト"
        name="listId"
        defaultValue={values.listId}
        help="数は、届く曜日ごとに学んだ数です"
      >
        {open.lists.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <CheckboxGroup
        name="weekdays"
        legend="届けてほしい曜日"
        need="required"
        look="cards"
        className="[--choice-least:4.25rem]"
        defaultValues={[...values.weekdays]}
        error={errors.weekdays}
        choices={weekdaysInOrder.map((day) => ({ value: String(day), label: weekdayWord[day] }))}
      />
      <YenField
        label="一回の上限（税込・送料込）"
        name="ceilingYen"
        defaultValue={values.ceilingYen}
        error={errors.ceilingYen}
        need="required"
        help={
          open.limit === null
            ? 'こえる分は、リストの下の品から外します'
            : `こえる分は、リストの下の品から外します。あなたの上限の${formatYen(open.limit)}をこえると、店長に承認を頼みます`
        }
      />
    </>
  )
}
