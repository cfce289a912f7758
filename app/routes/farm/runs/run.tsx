import { Form } from 'react-router'
import { can } from '#authorization/rules.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatDay, formatMinute, formatNumber } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { addDays, jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { handOverRun } from '#modules/ordering/fulfilment/hand-over-run.server.ts'
import { handOverRunText } from '#modules/ordering/fulfilment/hand-over-run-text.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { paperSettings } from '#modules/packing-papers/paper-settings.server.ts'
import { areaText } from '#modules/runs/areas.ts'
import { endRun, inviteFarm } from '#modules/runs/keep-runs.server.ts'
import { daysOfRides, ridesOfDay, runDetail } from '#modules/runs/run-queries.server.ts'
import { priceText, weekdaysText } from '#modules/runs/run-words.ts'
import { RideSheet } from '#modules/runs/ui/ride-sheet.tsx'
import { Button } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { SelectField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import type { Route } from './+types/run.ts'
import { HandOverRunForm } from './hand-over-run-form.tsx'
import { RunLabelsForm } from './run-labels-form.tsx'

export const meta = () => ownMeta('共同便')

export const loader = page(async (ctx, { params, request }: Route.LoaderArgs) => {
  const id = parseId<'run'>(params.id)
  if (!id) throw new NotFound('run')
  const run = await runDetail(ctx, id)
  const today = jstDateOf(ctx.now)
  const days = await daysOfRides(ctx, id, addDays(today, -7))
  const asked = parseJstDate(new URL(request.url).searchParams.get('day') ?? '')
  const day = asked ?? days.find(({ deliveryOn }) => deliveryOn >= today)?.deliveryOn ?? null
  const rides = day ? await ridesOfDay(ctx, id, day) : []
  return {
    run,
    days,
    day,
    rides,
    settings: await paperSettings(ctx),
    mayChange: can(ctx.actor, 'runs.open', run),
    mayHandOver: can(ctx.actor, 'runs.handOver', run),
    now: ctx.now,
    formKey: crypto.randomUUID() as string,
    /** Of the form of each kitchen. */
    handOverKeys: new Map(rides.map(({ kitchenId }) => [kitchenId, crypto.randomUUID() as string])),
  }
})

const fields = ({ params }: Route.ActionArgs) => ({ runId: params.id })

export const action = pageAction(
  jobs({
    invite: job(inviteFarm, {
      fields,
      at: () => 'farmId',
      done: ({ runId }) => redirectWithFlash(`/farmer/runs/${runId}#farms`, '農園を招待しました。'),
    }),
    handOver: job(handOverRun, {
      fields,
      at: ({ refusal }) => (refusal === 'handed_over_when' ? 'time' : undefined),
      done: ({ runId, rideDay, ...recorded }) =>
        redirectWithFlash(`/farmer/runs/${runId}?day=${rideDay}`, handOverRunText(recorded)),
    }),
    end: job(endRun, {
      fields,
      done: ({ runId }) => redirectWithFlash(`/farmer/runs/${runId}`, '共同便を終了しました。'),
    }),
  }),
)

/** One run of the farm's van: what is loaded on a day, its farms, and its terms. */
export default function FarmRunPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { run, days, day, rides, mayChange } = loaderData
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const notHandedOver = problem?.typed.intent === 'handOver' ? problem : undefined
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/runs', word: '共同便' }} line={null}>
        <h1 className="text-h2 font-bold">{run.name}</h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-5xl grid-cols-1 gap-6 p-4 pb-24 lg:mx-0 lg:px-8">
        {run.endedAt && <p className="font-bold">この共同便は終了しています。注文済みの分はお届けします。</p>}
        <section aria-labelledby="rides" className="grid grid-cols-1 gap-3">
          <h2 id="rides" className="text-h3 font-bold">
            積込表
          </h2>
          {days.length === 0 && <p className="text-ink-2">注文はまだありません。</p>}
          <ul className="flex flex-wrap gap-x-4 print:hidden">
            {days.map(({ deliveryOn, takenPoints }) => (
              <li key={deliveryOn}>
                <Link
                  to={`?day=${deliveryOn}`}
                  aria-current={deliveryOn === day ? 'page' : undefined}
                  className="prose-link inline-flex min-h-11 items-center"
                >
                  {formatDay(deliveryOn)}（{formatNumber(takenPoints)}/{formatNumber(run.capacityPoints)}）
                </Link>
              </li>
            ))}
          </ul>
          {day && <RideSheet day={day} rides={rides} stops={run.stops} />}
          {day && (rides.length > 0 || notHandedOver) && loaderData.mayHandOver && (
            <HandOverRunForm
              {...{ day, rides }}
              keys={loaderData.handOverKeys}
              now={loaderData.now}
              problem={notHandedOver}
            />
          )}
          {day && rides.length > 0 && (
            <p className="print:hidden">
              <a
                href={`/farmer/runs/${run.id}/rides.csv?day=${day}`}
                className="prose-link inline-flex min-h-11 items-center"
              >
                <Explained inControl>CSVをダウンロード</Explained>
              </a>
            </p>
          )}
          {day && rides.length > 0 && <RunLabelsForm runId={run.id} day={day} settings={loaderData.settings} />}
        </section>
        <section
          id="farms"
          aria-labelledby="farms-title"
          className="card grid scroll-mt-20 grid-cols-1 gap-3 p-4 print:hidden"
        >
          <h2 id="farms-title" className="text-h3 font-bold">
            農園
          </h2>
          <ul className="grid gap-1">
            {run.farms.map((farm) => (
              <li key={farm.id} className="flex flex-wrap justify-between gap-x-3">
                {farm.name}
                <span className="text-sub text-ink-2">
                  集荷場所 {farm.stop}・{farm.joinedAt ? '参加中' : '回答待ち'}
                </span>
              </li>
            ))}
          </ul>
          {mayChange && !run.endedAt && (
            <Invite it={loaderData} problem={problem?.typed.intent === 'invite' ? problem : undefined} />
          )}
        </section>
        <section aria-labelledby="terms" className="card grid grid-cols-1 gap-2 p-4 print:hidden">
          <h2 id="terms" className="text-h3 font-bold">
            運行の条件
          </h2>
          <p>
            {weekdaysText(run.weekdays)}・{areaText(run.areas)}
          </p>
          <p>{priceText(run)}</p>
          <p>
            締切 お届けの{run.cutoffDays}日前 {formatMinute(run.cutoffMinute)}・積載 {formatNumber(run.capacityPoints)}
            ポイント
          </p>
          {mayChange && !run.endedAt && (
            <Form method="post">
              <input type="hidden" name="key" value={loaderData.formKey} />
              <Button kind="line" name="intent" value="end">
                共同便を終了する
              </Button>
            </Form>
          )}
        </section>
      </div>
    </>
  )
}

type InviteProps = {
  it: Route.ComponentProps['loaderData']
  problem: Parameters<typeof RefusalNotice>[0]['problem'] | undefined
}

function Invite({ it: { run, formKey }, problem }: InviteProps) {
  if (run.near.length === 0) return <p className="text-sub text-ink-2">同じ地域に、招待できる農園はありません。</p>
  return (
    <Form method="post" noValidate className="grid grid-cols-1 gap-3 sm:grid-cols-2" preventScrollReset>
      <input type="hidden" name="key" value={formKey} />
      {problem && Object.keys(problem.fields).length === 0 && <RefusalNotice problem={problem} />}
      <SelectField
        label="招待する農園"
        need="required"
        name="farmId"
        defaultValue={problem?.typed.farmId ?? ''}
        error={problem?.fields.farmId}
      >
        <option value="">選択してください</option>
        {run.near.map(({ id, name, place }) => (
          <option key={id} value={id}>
            {name}（{place}）
          </option>
        ))}
      </SelectField>
      <SelectField
        label="集荷場所"
        need="required"
        name="stop"
        defaultValue={problem?.typed.stop ?? '1'}
        error={problem?.fields.stop}
      >
        {run.stops.map(({ ordinal, place, untilMinute }) => (
          <option key={ordinal} value={ordinal}>
            {ordinal} {place}（{formatMinute(untilMinute)}まで）
          </option>
        ))}
      </SelectField>
      <p>
        <Button name="intent" value="invite">
          招待する
        </Button>
      </p>
    </Form>
  )
}
