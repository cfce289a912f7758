import { Form, type MetaFunction, useNavigation } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { formatDay, formatMoment, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { cancelPayRun } from '#modules/payouts/cancel-pay-run.server.ts'
import { markPayRunSent, payRunDetail, releasePayRun, returnPayout } from '#modules/payouts/pay-run.server.ts'
import { fieldOfPayRunRefusal, type PayRunRefusal, payRunState, payRunWord } from '#modules/payouts/pay-run-labels.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { TextField } from '#ui/field.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { PlainTable } from '#ui/plain-table.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import { provenByStaff } from '../staff-proof.server.ts'
import type { Route } from './+types/pay-run.ts'

export const meta: MetaFunction = () => ownMeta('振込（管理）')

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const { adminId } = requireStaff(ctx)
  const id = parseId<'payRun'>(params.id)
  if (!id) throw new NotFound('pay run')
  const { run, items } = await payRunDetail(ctx, id)
  return {
    run,
    items,
    state: payRunState(run),
    mine: run.madeBy === adminId,
    today: jstDateOf(ctx.now),
    formKey: crypto.randomUUID(),
  }
})

const saved = (message: string) => ({
  fields: ({ params }: Route.ActionArgs) => ({ id: params.id }),
  done: (_done: unknown, _given: unknown, _ctx: unknown, { params }: Route.ActionArgs) =>
    redirectWithFlash(`/admin/payouts/${params.id}`, message),
  at: ({ refusal }: { refusal: PayRunRefusal }) => fieldOfPayRunRefusal[refusal],
})

const all = jobs({
  release: provenByStaff(job(releasePayRun, saved('承認しました。振込データをダウンロードできます。'))),
  cancel: job(cancelPayRun, saved('振込を取り消しました。')),
  sent: job(markPayRunSent, saved('振込済みにしました。農園に通知します。')),
  return: job(returnPayout, {
    done: (_done, _given, _ctx, { params }: Route.ActionArgs) =>
      redirectWithFlash(`/admin/payouts/${params.id}`, '組戻し・振込不能を記帳し、農園に口座の確認を依頼しました。'),
  }),
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return all(ctx, args)
})

const heads = [
  { figures: '番号' },
  '農園',
  '支払通知書',
  '口座',
  { figures: '振込額' },
  { figures: '留保額' },
  '結果',
] as const

export default function PayRunPage({ loaderData, actionData }: Route.ComponentProps) {
  const { run, items, state, mine, today, formKey } = loaderData
  const problem = actionData?.problem
  const busy = useNavigation().formMethod === 'POST'
  const sum = `${run.itemCount}件・合計${formatYen(run.totalYen)}`
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to="/admin/payouts" className="prose-link inline-flex min-h-11 items-center">
          農園への支払い
        </Link>
      </p>
      <h1 className="text-h2 font-bold">
        {formatDay(run.payOn)}の振込 <Badge tone="ai">{payRunWord[state]}</Badge>
      </h1>
      {problem && Object.keys(problem.fields).length === 0 && <Notice tone="akane">{problem.summary}</Notice>}
      <Panel head={<h2>{sum}</h2>}>
        <May to="payouts.run" told>
          {state === 'made' && mine && <p>他の担当者の承認を待っています。作成した担当者は承認できません。</p>}
          {state === 'made' && !mine && (
            <Form method="post" className="grid grid-cols-1 gap-3">
              <input type="hidden" name="intent" value="release" />
              <input type="hidden" name="key" value={formKey} />
              <StaffProof id="release-proof" problem={problem} />
              <p>
                <Confirm
                  question="この振込を承認しますか"
                  consequence={`${formatDay(run.payOn)}に${sum}を振り込むデータを作成できるようになります。`}
                  confirm="承認する"
                  busy={busy}
                >
                  承認する
                </Confirm>
              </p>
            </Form>
          )}
          {state === 'released' && (
            <div className="flex flex-wrap gap-3">
              <Form method="post" action={`/admin/payouts/${run.id}/file`} reloadDocument>
                <Button kind="line">振込データをダウンロード</Button>
              </Form>
              {today >= run.payOn && (
                <Form method="post">
                  <input type="hidden" name="intent" value="sent" />
                  <input type="hidden" name="key" value={formKey} />
                  <Confirm
                    question="振込済みにしますか"
                    consequence={`${sum}を${formatDay(run.payOn)}の振込として記帳し、農園に通知します。取り消せません。`}
                    confirm="振込済みにする"
                    busy={busy}
                  >
                    振込済みにする
                  </Confirm>
                </Form>
              )}
            </div>
          )}
          {(state === 'made' || state === 'released') && (
            <CancelRun run={run} today={today} sum={sum} problem={problem} busy={busy} />
          )}
        </May>
      </Panel>
      <PlainTable label="振込の明細" heads={heads} className="min-w-[52rem]">
        {items.map((item) => (
          <tr key={item.id} className="border-b border-line last:border-b-0">
            <td className="px-3 py-2 text-end tabular-nums">{item.ordinal}</td>
            <th scope="row" className="px-3 text-start">
              {item.farm}
            </th>
            <td className="px-3 tabular-nums">{item.number}</td>
            <td className="px-3">{item.account}</td>
            <td className="px-3 text-end tabular-nums">{formatYen(item.yen)}</td>
            <td className="px-3 text-end tabular-nums">{formatYen(item.heldYen)}</td>
            <td className="px-3">
              {item.outcome && <Badge tone="akane">{outcomeWord[item.outcome]}</Badge>}
              {state === 'sent' && !item.outcome && (
                <May to="payouts.run">
                  <details>
                    <summary className="prose-link inline-flex min-h-11 items-center">
                      組戻し・振込不能を記帳<span className="visually-hidden">（{item.farm}）</span>
                    </summary>
                    <Form method="post" className="flex flex-wrap gap-2 py-1">
                      <input type="hidden" name="intent" value="return" />
                      <input
                        type="hidden"
                        name="key"
                        value={`${formKey.slice(0, -6)}${String(item.ordinal).padStart(6, '0')}`}
                      />
                      <input type="hidden" name="itemId" value={item.id} />
                      <input type="hidden" name="on" value={today} />
                      {(['returned', 'refused'] as const).map((outcome) => (
                        <Confirm
                          key={outcome}
                          kind="line"
                          name="outcome"
                          value={outcome}
                          question={`「${outcomeWord[outcome]}」を記帳しますか`}
                          consequence={`${item.farm}への${formatYen(item.yen)}を本日付で未払金に戻し、口座を止めて、農園に登録し直すよう通知します。`}
                          confirm="記帳する"
                          busy={busy}
                        >
                          {outcomeWord[outcome]}
                        </Confirm>
                      ))}
                    </Form>
                  </details>
                </May>
              )}
            </td>
          </tr>
        ))}
      </PlainTable>
    </div>
  )
}

type Loaded = Route.ComponentProps['loaderData']
type CancelProps = {
  run: Loaded['run']
  today: Loaded['today']
  sum: string
  problem: NonNullable<Route.ComponentProps['actionData']>['problem'] | undefined
  busy: boolean
}

/** Once there is a file, the administrator says that the bank does not have it, and why the run is cancelled. */
function CancelRun({ run, today, sum, problem, busy }: CancelProps) {
  const typed = problem?.typed.intent === 'cancel' ? problem.typed : undefined
  if (run.fileAt && run.payOn <= today)
    return (
      <p>
        {formatMoment(run.fileAt)}
        に振込データを作成し、振込日を迎えたため、取り消せません。銀行の結果を確認し、振込済みにしてください。
      </p>
    )
  return (
    <Form method="post" className="grid grid-cols-1 gap-3 sm:max-w-2xl" noValidate>
      <input type="hidden" name="intent" value="cancel" />
      {run.fileAt && (
        <>
          <p>
            {formatMoment(run.fileAt)}
            に振込データを作成しました。取り消す前に、銀行に送信していないこと、または銀行で取り消したことを確認してください。
          </p>
          <Checkbox
            name="notAtBank"
            label="銀行に送信していません、または銀行で取り消しました"
            defaultChecked={typed?.notAtBank === 'on'}
            error={typed && problem?.fields.notAtBank}
          />
          <TextField
            label="取り消しの理由"
            name="reason"
            autoComplete="off"
            need="required"
            defaultValue={typed?.reason}
            error={typed && problem?.fields.reason}
          />
        </>
      )}
      <p>
        <Confirm
          kind="line"
          question="この振込を取り消しますか"
          consequence={`${sum}は振り込まれず、次の振込の対象に戻ります。`}
          confirm="取り消す"
          busy={busy}
        >
          振込を取り消す
        </Confirm>
      </p>
    </Form>
  )
}

const outcomeWord = { cancelled: '取り消し', returned: '組戻し', refused: '振込不能' } as const
