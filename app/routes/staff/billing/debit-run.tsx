import { Form, type MetaFunction, useNavigation } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatDay, formatMoment, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { debitOutcomeWord, debitRunWord, fieldOfDebitRefusal } from '#modules/payments/debit/debit-labels.ts'
import { importDebitResult, undoDebitResult } from '#modules/payments/debit/debit-result.server.ts'
import { cancelDebitRun, debitRunDetail } from '#modules/payments/debit/debit-run.server.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Explained } from '#ui/explained.tsx'
import { TextField } from '#ui/field.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { PlainTable } from '#ui/plain-table.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, invalid, staleForm, typedIn } from '#web/form.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/debit-run.ts'
import { HandIn } from './hand-in.tsx'
import '#styles/kit/file.css'

export const meta: MetaFunction = () => ownMeta('口座振替（管理）')

const idIn = ({ id }: { id: string }) => {
  const known = parseId<'debitRun'>(id)
  if (!known) throw new NotFound('debit run')
  return known
}

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return { ...(await debitRunDetail(ctx, idIn(params))), formKey: crypto.randomUUID() as string }
})

async function upload(ctx: Ctx, form: FormData, { params, context }: Route.ActionArgs) {
  const no = (sentence: string) => invalid({ fields: { file: sentence }, summary: sentence, typed: typedIn(form) })
  const file = form.get('file')
  const { key = '' } = typedIn(form)
  if (!(file instanceof File) || file.size === 0) return no('ファイルが選択されていません。')
  if (!parseId(key)) return no(staleForm)
  const id = idIn(params)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const fileName = file.name.trim().slice(0, 200) || '名称なし'
  const { operator } = context.get(requestFacts)
  const done = await importDebitResult(ctx, { key, id, bytes, fileName }, { operator })
  if (!done.ok) return no(importDebitResult.declaration.refusals.text(done.refusal, done.detail))
  const { paid, failed } = done.value
  return redirectWithFlash(
    `/admin/billing/debits/${id}`,
    paid + failed === 0
      ? 'この結果は取り込み済みです。'
      : `結果を取り込みました。振替済みは${paid}件、振替不能は${failed}件です。`,
  )
}

const saved = (message: string) => ({
  fields: ({ params }: Route.ActionArgs) => ({ id: params.id }),
  done: (_done: unknown, _given: unknown, _ctx: unknown, { params }: Route.ActionArgs) =>
    redirectWithFlash(`/admin/billing/debits/${params.id}`, message),
  at: ({ refusal }: { refusal: string }) => fieldOfDebitRefusal[refusal],
})

const all = {
  result: upload,
  cancel: job(cancelDebitRun, saved('口座振替を取り消しました。')),
  undo: job(undoDebitResult, saved('結果の取り込みを取り消しました。正しいファイルを取り込んでください。')),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return runJob(all, ctx, await formOf(args.request), args)
})

const heads = ['飲食店', '請求書', '顧客番号', '口座', { figures: '振替額' }, '結果'] as const

export default function DebitRunPage({ loaderData: { run, items, formKey }, actionData }: Route.ComponentProps) {
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const fileProblem = problem?.fields.file
  const busy = useNavigation().formMethod === 'POST'
  const { state } = run
  const sum = `${run.itemCount}件・合計${formatYen(run.totalYen)}`
  const isOpen = state === 'made' || state === 'requested'
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to="/admin/billing/debits" className="prose-link inline-flex min-h-11 items-center">
          口座振替
        </Link>
      </p>
      <h1 className="text-h2 font-bold">
        {formatDay(run.debitOn)}の口座振替 <Badge tone="ai">{debitRunWord[state]}</Badge>
      </h1>
      {problem && !fileProblem && <Notice tone="akane">{problem.summary}</Notice>}
      <Panel head={<h2>{sum}</h2>}>
        {state === 'done' && (
          <p>
            {run.resultAt && formatMoment(run.resultAt)}に結果（{run.resultName}）を取り込みました。振替不能は
            {run.failed}件です。
          </p>
        )}
        <May to="debits.change" told>
          {isOpen && (
            <>
              <HandIn {...run} />
              <Form method="post" action={`/admin/billing/debits/${run.id}/file`} reloadDocument>
                <Button kind={state === 'made' ? 'pine' : 'line'}>依頼データをダウンロード</Button>
              </Form>
              <Form method="post" encType="multipart/form-data" className="grid grid-cols-1 gap-3" noValidate>
                <input type="hidden" name="intent" value="result" />
                <input type="hidden" name="key" value={formKey} />
                <div className="field">
                  <label htmlFor="debit-result">銀行から受け取った結果ファイル</label>
                  <p className="field-help">
                    <Explained>
                      全銀形式（口座振替、種別91）。内容が依頼と一致しない場合は、何も取り込みません
                    </Explained>
                  </p>
                  <input
                    id="debit-result"
                    type="file"
                    name="file"
                    className="file-input min-h-(--target)"
                    aria-describedby={fileProblem ? 'debit-result-error' : undefined}
                    aria-invalid={fileProblem ? true : undefined}
                  />
                  {fileProblem && <FieldError id="debit-result-error">{fileProblem}</FieldError>}
                </div>
                <p>
                  <Button kind={state === 'made' ? 'line' : 'pine'} busy={busy}>
                    結果を取り込む
                  </Button>
                </p>
              </Form>
              <Form method="post">
                <input type="hidden" name="intent" value="cancel" />
                <Confirm
                  kind="line"
                  question="この口座振替を取り消しますか"
                  consequence={`${sum}は引き落とされず、次の口座振替の対象に戻ります。銀行に送信済みの場合は、銀行でも取り消してください。`}
                  confirm="取り消す"
                  busy={busy}
                >
                  口座振替を取り消す
                </Confirm>
              </Form>
            </>
          )}
          {state === 'done' && (
            <Form method="post" className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[20rem_auto_1fr]" noValidate>
              <input type="hidden" name="intent" value="undo" />
              <input type="hidden" name="key" value={formKey} />
              <TextField label="取り消しの理由" name="reason" autoComplete="off" error={problem?.fields.reason} />
              <Button kind="danger" busy={busy}>
                結果の取り込みを取り消す
              </Button>
            </Form>
          )}
        </May>
      </Panel>
      <PlainTable label="口座振替の明細" heads={heads} className="min-w-[56rem]">
        {items.map((item) => (
          <tr key={item.id} className="border-b border-line last:border-b-0">
            <th scope="row" className="px-3 py-2 text-start">
              {item.restaurant}
            </th>
            <td className="px-3 tabular-nums">{item.number}</td>
            <td className="px-3 tabular-nums">{item.customer}</td>
            <td className="px-3">{item.account}</td>
            <td className="px-3 text-end tabular-nums">{formatYen(item.yen)}</td>
            <td className="px-3">
              {item.outcome && (
                <Badge tone={item.outcome === 'paid' ? 'matcha' : 'akane'}>{debitOutcomeWord[item.outcome]}</Badge>
              )}
            </td>
          </tr>
        ))}
      </PlainTable>
    </div>
  )
}
