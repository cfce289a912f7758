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
import { useFormKey } from '#ui/use-form-key.ts'
import { PageBar } from '../layout/page-bar.tsx'
import { useShop } from '../layout/shell.ts'
import type { Route } from './+types/standing.ts'

type Open = Extract<Route.ComponentProps['loaderData'], { state: 'open' }>
type Problem = NonNullable<Route.ComponentProps['actionData']>['problem']

export default function StandingScreen({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem
  return (
    <>
      <PageBar back="/restaurant/lists" backLabel="「いつもの」へ戻る" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">自動注文</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[42rem] grid-cols-1 gap-5 px-3.5 pt-4 pb-12">
        {problem && <ProblemNotice problem={problem} />}
        <p>
          設定した曜日に、「いつもの」の商品を自動で注文します。前日の夕方にメールでお知らせしますので、不要な日のみ「この日は注文しない」を選択してください。上限を超えることはありません。
        </p>
        {loaderData.state === 'waiting' ? (
          <EmptyState>飲食店が承認されると利用できます。</EmptyState>
        ) : (
          <>
            {loaderData.standing.map((standing) => (
              <Standing key={standing.id} standing={standing} open={loaderData} problem={problem} />
            ))}
            {loaderData.lists.length === 0 ? (
              <EmptyState action={<ButtonLink to="/restaurant/lists">「いつもの」リストを作成</ButtonLink>}>
                たとえば「火曜の定番」のリストを作成しておくと、毎週火曜日に届くように注文できます。
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
          <Badge tone={paused ? 'line' : 'pine'}>{paused ? '停止中' : '実施中'}</Badge>
        </div>
        <p>
          毎週 <b>{weekdaysText(standing.weekdays)}曜日</b> にお届け・1回{' '}
          <b className="num">{formatYen(standing.ceilingYen)}</b>
          まで（税込・送料込）
          <span className="block text-sub text-ink-2">{standing.by}さんの名義で注文します</span>
        </p>
        {!paused && <Days standing={standing} now={open.now} />}
        <Runs runs={standing.runs} />
        <div className="flex flex-wrap gap-3">
          <QueuedMutation id={id} intent={paused ? 'resume' : 'pause'} kind={paused ? 'pine' : 'line'}>
            {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
            {paused ? '再開する' : '停止する'}
          </QueuedMutation>
          <ButtonLink to={`/restaurant/lists/${list.id}`} kind="text">
            商品と数量を編集
          </ButtonLink>
        </div>
        <Disclosure summary="曜日・上限の変更、終了" open={mine || undefined}>
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
              この自動注文を終了する
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
  if (days.length === 0) return <p className="text-sub">今後4週間に、お届けできる日がありません。</p>
  return (
    <ul aria-label="次回の日程" className="grid grid-cols-1">
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
                この日は注文しない<span className="visually-hidden">：{formatDay(day.deliveryOn)}</span>
              </span>
            </QueuedMutation>
          )}
          {day.state === 'skipped' && (
            <QueuedMutation id={id} intent="unskip" day={day.deliveryOn} kind="line">
              <span>
                注文を再開する<span className="visually-hidden">：{formatDay(day.deliveryOn)}</span>
              </span>
            </QueuedMutation>
          )}
        </li>
      ))}
    </ul>
  )
}

function dayText(day: StandingDay, now: Date): string {
  if (day.state === 'skipped') return 'この日は注文しません'
  if (day.state === 'impossible') return `注文しません（${deliveryDayText[day.reason].short}）`
  return `${formatDeadline(day.orderAt, now)}に注文・${day.farms.length}農園・締切 ${formatDeadline(day.cutoffAt, now)}`
}

const outcomeWord = {
  ordered: '注文しました',
  asked: '店長に承認を依頼しました',
  nothing: '注文する商品がありませんでした',
  refused: '掛け払いの限度額または停止により、注文できませんでした',
}

function Runs({ runs }: { runs: readonly StandingRun[] }) {
  if (runs.length === 0) return null
  return (
    <Disclosure summary="これまでの実績">
      <ul className="grid grid-cols-1 gap-3">
        {runs.map((run) => (
          <li key={run.deliveryOn} className="leading-snug">
            <p>
              <b>{formatDay(run.deliveryOn)}</b>の分：{outcomeWord[run.outcome]}
            </p>
            {run.leftOut.length > 0 && (
              <p className="text-sub text-ink-2">
                追加できなかった商品：{run.leftOut.map(({ name, why }) => `${name}（${blockerLabel[why]}）`).join('、')}
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
  const formKey = useFormKey(open.formKey)
  const busy = useNavigation().formData?.get('intent') === 'make'
  const mine = problem?.typed.intent === 'make' ? problem : undefined
  const [first] = open.lists
  return (
    <Disclosure
      summary={open.standing.length === 0 ? '自動注文を開始する' : '自動注文を追加'}
      open={open.standing.length === 0 || mine !== undefined || undefined}
    >
      <Form key={formKey} method="post" className="grid grid-cols-1 gap-4">
        <input type="hidden" name="intent" value="make" />
        <input type="hidden" name="key" value={formKey} />
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
            自動注文を開始する
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
        label="「いつもの」リスト"
        name="listId"
        defaultValue={values.listId}
        help="数量は、お届けの曜日別の実績から自動設定されます"
      >
        {open.lists.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <CheckboxGroup
        name="weekdays"
        legend="お届けの曜日"
        need="required"
        look="cards"
        className="[--choice-least:4.25rem]"
        defaultValues={[...values.weekdays]}
        error={errors.weekdays}
        choices={weekdaysInOrder.map((day) => ({ value: String(day), label: weekdayWord[day] }))}
      />
      <YenField
        label="1回の上限（税込・送料込）"
        name="ceilingYen"
        defaultValue={values.ceilingYen}
        error={errors.ceilingYen}
        need="required"
        help={
          open.limit === null
            ? '上限を超える分は、リストの下の商品から除外します'
            : `上限を超える分は、リストの下の商品から除外します。ご自身の上限の${formatYen(open.limit)}を超えると、店長に承認を依頼します`
        }
      />
    </>
  )
}
