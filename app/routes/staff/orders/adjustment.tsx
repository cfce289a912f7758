import { Form, useNavigation } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { formatNumber, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { yen } from '#kernel/yen.ts'
import { type CorrectedLine, standsAt } from '#modules/ordering/adjustments/adjustment.ts'
import {
  type AdjustmentPreview,
  makeAdjustment,
  previewAdjustment,
} from '#modules/ordering/adjustments/make-adjustment.server.ts'
import { type OrderDetail, orderDetail } from '#modules/ordering/order-queries.server.ts'
import { effectWord, partyWord } from '#modules/ordering/process/transition-rule.ts'
import { partiesTold, ruleOf } from '#modules/ordering/process/transitions.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import AdjustmentList, { AdjustmentFigures } from '#modules/ordering/ui/adjustment-list.tsx'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, formOf, invalid, refused, typedIn } from '#web/form.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { orderIdIn } from '#web/order-id.ts'
import { revalidateOvertaken } from '#web/overtaken.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaffFor } from '../require-staff.server.ts'
import type { Route } from './+types/adjustment.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  ownMeta(`${loaderData ? `注文 ${loaderData.order.number} の修正` : '修正'}（管理）`)

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaffFor(ctx, 'order.correct')
  return { order: await orderDetail(ctx, orderIdIn(params)), formKey: crypto.randomUUID() }
})

function readAmounts(form: FormData, { params }: Route.ActionArgs) {
  const typed = typedIn(form)
  const { lines, fields } = amountsIn(typed)
  const reason = (typed.reason ?? '').trim()
  if (reason === '') fields.reason = '理由を入力してください。双方にそのまま通知されます。'
  return Object.keys(fields).length > 0
    ? { ok: false as const, problem: { fields, summary: fieldsToMend, typed } }
    : { ok: true as const, value: { orderId: orderIdIn(params), lines, reason } }
}

/** Every entry has a preview: the form first shows its result, and a second press does it. */
const steps = {
  preview: async (ctx: Ctx, form: FormData, args: Route.ActionArgs) => {
    const read = readAmounts(form, args)
    if (!read.ok) return invalid(read.problem)
    const preview = await previewAdjustment(ctx, read.value)
    return preview.ok
      ? { typed: typedIn(form), preview: preview.value }
      : refused(refusalText(preview.refusal, preview.detail), form, atAmount(preview))
  },
  make: job(makeAdjustment, {
    read: readAmounts,
    done: ({ number }, { orderId }) =>
      redirectWithFlash(`/admin/orders/${orderId}`, `修正伝票 ${number} を発行しました。双方にメールで通知します。`),
    // 409, so that the page shows what a colleague has corrected meanwhile
    instead: (it, form) => refused(refusalText(it.refusal, it.detail), form, atAmount(it)),
  }),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaffFor(ctx, 'order.correct')
  return runJob(steps, ctx, await formOf(args.request), args)
})

/** A refusal is shown at its amount. */
function atAmount({ detail }: { detail?: RefusalDetail }): string | undefined {
  return typeof detail?.line === 'string' ? `yen.${detail.line}` : undefined
}

export const shouldRevalidate = revalidateOvertaken

/** `yen.<line>` and `yen.freight`: −300 subtracts, 300 adds; empty is unchanged. */
function amountsIn(typed: Record<string, string>): { lines: CorrectedLine[]; fields: Record<string, string> } {
  const fields: Record<string, string> = {}
  const lines = Object.entries(typed).flatMap(([name, text]): CorrectedLine[] => {
    if (!name.startsWith('yen.')) return []
    if (text.trim() === '') return []
    const amount = parseWholeNumber(text)
    const lineId = name === 'yen.freight' ? null : parseId<'orderLine'>(name.slice(4))
    if (amount === null || (name !== 'yen.freight' && !lineId)) {
      fields[name] = '円の整数で入力してください（減額する場合は −300）。'
      return []
    }
    return [{ lineId, yen: yen(amount) }]
  })
  return { lines, fields }
}

export default function AdjustmentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const shown = actionData && 'preview' in actionData ? actionData : undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to={`/admin/orders/${order.id}`} className="prose-link inline-flex min-h-11 items-center">
          注文 {order.number}
        </Link>
      </p>
      <h1 className="text-h2 font-bold">修正伝票</h1>
      {order.state !== 'finalized' ? (
        <Notice tone="tag">修正伝票は、金額が確定した注文のみ発行できます。</Notice>
      ) : (
        <>
          <p>
            確定した伝票は変更されません。差額分の伝票を、元の伝票に追加します。減額する場合は「−」を付けてください（税抜）。
          </p>
          {problem && <Notice tone="akane">{problem.summary}</Notice>}
          <AmountsForm
            order={order}
            formKey={loaderData.formKey}
            typed={problem?.typed ?? shown?.typed ?? {}}
            fields={problem?.fields ?? {}}
            preview={shown?.preview}
          />
          {order.adjustments.length > 0 && (
            <Panel head={<h2>これまでの修正</h2>}>
              <AdjustmentList adjustments={order.adjustments} lines={order.lines} billYen={order.figures.totalIncYen} />
            </Panel>
          )}
        </>
      )}
    </div>
  )
}

type FormProps = {
  order: OrderDetail
  formKey: string
  typed: Record<string, string>
  fields: Record<string, string>
  preview: AdjustmentPreview | undefined
}

function AmountsForm({ order, formKey, typed, fields, preview }: FormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const bill = { ...order, earlier: order.adjustments }
  const rows = [...order.lines.map(({ id, name }) => ({ id, name })), { id: null, name: '送料' }]
  return (
    <Panel head={<h2>修正金額</h2>}>
      <Form method="post" className="grid grid-cols-1 gap-3" noValidate>
        <input type="hidden" name="key" value={formKey} />
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {rows.map(({ id, name }) => (
            <TextField
              key={id ?? 'freight'}
              label={name}
              name={`yen.${id ?? 'freight'}`}
              inputMode="text"
              autoComplete="off"
              suffix="円"
              help={`現在の請求額 ${formatNumber(standsAt(bill, id)?.yen ?? 0)}円（税抜）`}
              defaultValue={typed[`yen.${id ?? 'freight'}`]}
              error={fields[`yen.${id ?? 'freight'}`]}
            />
          ))}
        </div>
        <TextArea
          label="理由"
          name="reason"
          rows={2}
          maxLength={400}
          help="伝票に記載され、双方にそのまま通知されます"
          defaultValue={typed.reason}
          error={fields.reason}
        />
        {preview && <Preview preview={preview} order={order} />}
        <div className="flex flex-wrap gap-3">
          <Button kind={preview ? 'line' : 'pine'} name="intent" value="preview" busy={busy}>
            {preview ? '再度確認' : '発行内容を確認'}
          </Button>
          {preview && (
            <Button name="intent" value="make" busy={busy}>
              {ruleOf('correct').button}
            </Button>
          )}
        </div>
      </Form>
    </Panel>
  )
}

function Preview({ preview, order }: { preview: AdjustmentPreview; order: OrderDetail }) {
  return (
    <section aria-label="発行内容" role="status" className="grid gap-2 rounded-control bg-tag-tint p-3">
      <p className="font-bold">発行内容の確認（まだ発行されていません）</p>
      <p className="text-sub tabular-nums">
        伝票 {preview.number}（元の伝票 {preview.corrects}）
      </p>
      <AdjustmentFigures lines={preview.lines} tax={preview.tax} of={order.lines} />
      <p className="text-sub">
        飲食店の支払い（税込）：<span className="num-col">{formatYen(preview.beforeYen)}</span> →{' '}
        <b className="num-col">{formatYen(preview.afterYen)}</b>
      </p>
      <p className="text-sub">
        {ruleOf('correct')
          .effects.map((effect) => effectWord[effect])
          .join('・')}
        。
        {partiesTold('correct')
          .map((party) => partyWord[party])
          .join('と')}
        に、メールで通知します。
      </p>
    </section>
  )
}
