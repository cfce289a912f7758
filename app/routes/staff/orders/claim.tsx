import { Form, useNavigation } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { costBearers, type RemedyKind, remedyKinds } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatMoment, formatYen } from '#kernel/format.ts'
import { type ClaimId, parseId } from '#kernel/ids.ts'
import { eventWord } from '#modules/audit-log/event-labels.ts'
import { reportsBetween } from '#modules/messaging/moderate-conversations.server.ts'
import { claimRuleOf } from '#modules/ordering/claim-process.ts'
import { bearerWord, claimRefusalText, remedyWord } from '#modules/ordering/claims/claim-labels.ts'
import { claimDetail } from '#modules/ordering/claims/claim-queries.server.ts'
import { isPossible } from '#modules/ordering/claims/claim-terms.ts'
import { decideClaim } from '#modules/ordering/claims/decide-claim.server.ts'
import { type DecisionPreview, previewDecision } from '#modules/ordering/claims/preview-decision.server.ts'
import { tenthsText } from '#modules/ordering/fulfilment/receipt.ts'
import { receiptOf } from '#modules/ordering/fulfilment/receipts.server.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { ClaimCard } from '#modules/ordering/ui/claim-card.tsx'
import { ParcelList } from '#modules/ordering/ui/parcel-list.tsx'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { OrganisationLink } from '#modules/organisations/ui/organisation-link.tsx'
import { inquiriesAbout } from '#modules/support/inquiry-queries.server.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextArea, TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { atClaimField, remedyIn } from '#web/claim-steps.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, formOf, invalid, typedIn } from '#web/form.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { revalidateOvertaken } from '#web/overtaken.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { readForm } from '#web/read-form.server.ts'
import { RelatedPanel } from '../related-panel.tsx'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/claim.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  ownMeta(`${loaderData ? `報告 ${loaderData.claim.number}` : '報告'}（管理）`)

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const { claim, events, similar } = await claimDetail(ctx, idIn(params))
  const { parcels, farm } = await orderDetail(ctx, claim.orderId)
  return {
    claim,
    events,
    similar,
    parcels,
    farmPhone: farm.phone,
    inquiries: await inquiriesAbout(ctx, claim.orderId),
    reports: await reportsBetween(ctx, claim),
    receipt: await receiptOf(ctx, claim.orderId),
    formKey: crypto.randomUUID(),
    now: ctx.now,
  }
})

function idIn(params: { id: string }): ClaimId {
  const id = parseId<'claim'>(params.id)
  if (!id) throw new NotFound('claim')
  return id
}

const readDecision = (form: FormData, { params }: Route.ActionArgs) => {
  const said = remedyIn(form)
  said.set('claimId', idIn(params))
  const read = readForm(z.object(decideClaim.declaration.input), said, form)
  if (!read.ok || isPossible(read.value)) return read
  const fields = { percent: claimRefusalText('bad_remedy') }
  return { ok: false as const, problem: { fields, summary: fieldsToMend, typed: typedIn(form) } }
}

/** Every decision has a preview: the form first shows its result, and a second press does it. */
const steps = {
  preview: async (ctx: Ctx, form: FormData, args: Route.ActionArgs) => {
    const read = readDecision(form, args)
    if (!read.ok) return invalid(read.problem)
    const { claimId, kind, percent } = read.value
    return { typed: typedIn(form), preview: await previewDecision(ctx, { claimId, remedy: { kind, percent } }) }
  },
  decide: job(decideClaim, {
    read: readDecision,
    done: (_done, { claimId }) =>
      redirectWithFlash(`/admin/claims/${claimId}`, '決定しました。双方にメールで通知します。'),
    at: atClaimField,
  }),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return runJob(steps, ctx, await formOf(args.request), args)
})

export const shouldRevalidate = revalidateOvertaken

export default function StaffClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  const { claim, events, similar, parcels, receipt, now } = loaderData
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const shown = actionData && 'preview' in actionData ? actionData : undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to="/admin/claims" className="prose-link inline-flex min-h-11 items-center">
          不良・欠品の報告一覧
        </Link>
      </p>
      <h1 className="text-h2 font-bold tabular-nums">報告 {claim.number}</h1>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-cols-1 gap-4">
          <ClaimCard claim={claim} now={now} reader="staff" />
          {claim.state === 'escalated' && (
            <DecideForm
              formKey={loaderData.formKey}
              typed={problem?.typed ?? shown?.typed}
              fields={problem?.fields}
              preview={shown?.preview}
              kinds={claim.wholeOrder ? remedyKinds.filter((kind) => kind !== 'replacement') : remedyKinds}
            />
          )}
          <Panel head={<h2>履歴</h2>}>
            <ol className="grid gap-2">
              {events.map((event) => (
                <li key={event.id} className="text-sub">
                  <span className="tabular-nums">{formatMoment(event.at)}</span>　{event.actorName}
                  <b className="block">{eventWord(event.kind)}</b>
                  {event.reason && <span className="wrap-anywhere">{event.reason}</span>}
                </li>
              ))}
            </ol>
          </Panel>
        </div>
        <div className="grid grid-cols-1 gap-4">
          <Panel head={<h2>双方の情報</h2>}>
            <dl className="grid gap-2 text-sub">
              <Fact what="飲食店">
                <OrganisationLink of={{ restaurantId: claim.restaurantId }} name={claim.restaurant} />
              </Fact>
              <Fact what="農園">
                <OrganisationLink of={{ farmId: claim.farmId }} name={claim.farm} />（{loaderData.farmPhone}）
              </Fact>
              <Fact what="注文">
                <Link to={`/admin/orders/${claim.orderId}`} className="prose-link tabular-nums">
                  {claim.orderNumber}
                </Link>
              </Fact>
              <Fact what="自動承認の上限額">{formatYen(claim.automaticYen)}</Fact>
              <Fact what="報告の頻度">{claim.rateBelowThreshold ? '普通' : '平均より多い'}</Fact>
            </dl>
          </Panel>
          <RelatedPanel
            between={[claim.restaurant, claim.farm]}
            inquiries={loaderData.inquiries}
            reports={loaderData.reports}
          />
          <Panel head={<h2>荷物</h2>}>
            <ParcelList parcels={parcels} />
            <p className="mt-2 text-sub">
              {receipt
                ? `${formatMoment(receipt.receivedAt)}に${receipt.receivedBy}さんが受け取り${receipt.chilledTenths === null ? '' : `・冷蔵 ${tenthsText(receipt.chilledTenths)}`}${receipt.frozenTenths === null ? '' : `・冷凍 ${tenthsText(receipt.frozenTenths)}`}`
                : '受け取りの記録はありません。'}
            </p>
          </Panel>
          <Panel head={<h2>類似の報告の決定</h2>}>
            {similar.length === 0 && <p className="text-sub">まだありません。</p>}
            <ul className="grid gap-2 text-sub">
              {similar.map((it) => (
                <li key={it.number}>
                  <b>{remedyWord[it.kind]}</b>
                  {it.percent > 0 && it.percent < 100 && ` ${it.percent}％`}
                  <span className="block text-ink-2">{it.words}</span>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      </div>
    </div>
  )
}

const Fact = ({ what, children }: { what: string; children: React.ReactNode }) => (
  <div>
    <dt className="text-caption text-ink-2">{what}</dt>
    <dd className="font-bold">{children}</dd>
  </div>
)

type FormProps = {
  formKey: string
  typed: Record<string, string> | undefined
  fields: Record<string, string> | undefined
  preview: DecisionPreview | undefined
  kinds: readonly RemedyKind[]
}

function DecideForm({ formKey, typed = {}, fields = {}, preview, kinds }: FormProps) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Panel head={<h2>決定</h2>}>
      <Form method="post" className="grid grid-cols-1 gap-3" noValidate>
        <input type="hidden" name="key" value={formKey} />
        <div className="grid gap-3 sm:grid-cols-3">
          <SelectField label="対応" name="kind" defaultValue={typed.kind ?? 'credit'} error={fields.kind}>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {remedyWord[kind]}
              </option>
            ))}
          </SelectField>
          <TextField
            label="割合"
            name="percent"
            inputMode="numeric"
            autoComplete="off"
            suffix="％"
            defaultValue={typed.percent ?? '100'}
            error={fields.percent}
          />
          <SelectField label="負担" name="borneBy" defaultValue={typed.borneBy ?? 'farm'} error={fields.borneBy}>
            {costBearers.map((bearer) => (
              <option key={bearer} value={bearer}>
                {bearerWord[bearer]}
              </option>
            ))}
          </SelectField>
        </div>
        <TextArea
          label="決定の理由"
          name="words"
          rows={3}
          maxLength={400}
          help="双方にそのまま通知されます"
          defaultValue={typed.words}
          error={fields.words}
        />
        {preview && <Preview preview={preview} bearer={typed.borneBy} />}
        <div className="flex flex-wrap gap-3">
          <Button kind={preview ? 'line' : 'pine'} name="intent" value="preview" busy={busy}>
            {preview ? '再度確認' : '決定結果を確認'}
          </Button>
          {preview && (
            <Button kind="pine" name="intent" value="decide" busy={busy}>
              {claimRuleOf('decide').button}
            </Button>
          )}
        </div>
      </Form>
    </Panel>
  )
}

function Preview({ preview, bearer }: { preview: DecisionPreview; bearer: string | undefined }) {
  const who = costBearers.find((known) => known === bearer)
  return (
    <section aria-label="決定結果" role="status" className="rounded-control bg-tag-tint p-3">
      <p className="font-bold">決定結果の確認（まだ決定していません）</p>
      <ul className="mt-1 grid gap-1 text-sub">
        <li>
          飲食店への返還額：<b className="num-col">{formatYen(preview.backYen)}</b>（税抜）
          {who && preview.backYen > 0 && `・負担は${bearerWord[who]}`}
        </li>
        <li>
          {preview.nextStatement
            ? `この商品の請求は確定済みです（${formatYen(preview.billBeforeYen)}）。次回の明細で差し引きます。`
            : `この商品の請求：${formatYen(preview.billBeforeYen)} → ${formatYen(preview.billAfterYen)}（税抜）`}
        </li>
        <li>飲食店と農園に、メールで通知します。</li>
        <li>決定後72時間は、双方のどちらかが1回のみ再審査を依頼できます。その後、自動でこの内容のとおり確定します。</li>
      </ul>
    </section>
  )
}
