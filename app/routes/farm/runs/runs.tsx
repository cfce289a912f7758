import { Form } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { formatMinute } from '#kernel/format.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { areaText } from '#modules/runs/areas.ts'
import { joinRun, leaveRun, openRun } from '#modules/runs/keep-runs.server.ts'
import { runsOfFarm } from '#modules/runs/run-queries.server.ts'
import { priceText, weekdaysText } from '#modules/runs/run-words.ts'
import { NewRunForm } from '#modules/runs/ui/new-run-form.tsx'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import type { Route } from './+types/runs.ts'
import { readRun } from './read-run.server.ts'

export const meta = () => ownMeta('共同便')

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  return {
    runs: await runsOfFarm(ctx),
    mayOpen: can(ctx.actor, 'runs.open', { farmId }),
    formKey: crypto.randomUUID() as string,
  }
})

const here = '/farmer/runs'

export const action = pageAction(
  jobs({
    open: job(openRun, {
      read: readRun,
      at: () => 'areas',
      done: ({ runId }) => redirectWithFlash(`${here}/${runId}`, '共同便を開始しました。農園を招待できます。'),
    }),
    join: job(joinRun, { done: () => redirectWithFlash(here, '共同便に参加しました。') }),
    leave: job(leaveRun, { done: () => redirectWithFlash(here, '共同便の参加を終了しました。') }),
  }),
)

type Run = Route.ComponentProps['loaderData']['runs'][number]

/** The runs that the farm drives, those it rides, and invitations. */
export default function FarmRunsPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { runs, mayOpen, formKey } = loaderData
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const ofForm = problem?.typed.intent === 'open'
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2 font-bold">共同便</h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-6 p-4 pb-24 lg:mx-0 lg:px-8">
        {problem && !ofForm && <RefusalNotice problem={problem} />}
        {runs.length === 0 && <p className="text-ink-2">参加している共同便はありません。</p>}
        <ul className="grid grid-cols-1 gap-3">
          {runs.map((run) => (
            <li key={run.id} className="card grid grid-cols-1 gap-2 p-4">
              <RunCard run={run} mayAnswer={mayOpen} formKey={formKey} />
            </li>
          ))}
        </ul>
        {mayOpen && <NewRunForm formKey={formKey} problem={ofForm ? problem : undefined} />}
      </div>
    </>
  )
}

const stateText = { invited: '招待', joined: '参加中', ended: '終了' }

function RunCard({ run, mayAnswer, formKey }: { run: Run; mayAnswer: boolean; formKey: string }) {
  return (
    <>
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-3 text-h4 font-bold">
        {run.own ? (
          <Link to={`/farmer/runs/${run.id}`} className="prose-link inline-flex min-h-11 items-center">
            {run.name}
          </Link>
        ) : (
          run.name
        )}
        <span className="text-sub">{run.own && run.state === 'joined' ? '運行中' : stateText[run.state]}</span>
      </h2>
      <p className="text-sub text-ink-2">
        {run.runner}・{weekdaysText(run.weekdays)}・{areaText(run.areas)}
      </p>
      <p className="text-sub">
        {priceText(run)}　集荷 {run.place}（{formatMinute(run.untilMinute)}まで）
      </p>
      {mayAnswer && !run.own && run.state !== 'ended' && (
        <Form method="post" className="flex flex-wrap gap-3 pt-1">
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="runId" value={run.id} />
          {run.state === 'invited' && (
            <Button name="intent" value="join">
              参加する
            </Button>
          )}
          <Button kind="line" name="intent" value="leave">
            {run.state === 'invited' ? '辞退する' : '参加を終了する'}
          </Button>
        </Form>
      )}
    </>
  )
}
