import { data, type MetaFunction } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { formatDayWithYear, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { InvoiceBadge } from '#modules/billing/ui/invoice-badge.tsx'
import { issuedFilePath } from '#modules/issued-documents/issued-paper.ts'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { undoWriteOff, writeOffInvoice } from '#modules/payments/write-off.server.ts'
import { invoiceForStaff } from '#modules/payments/write-off-queries.server.ts'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { askFirst, job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import { provenByStaff } from '../staff-proof.server.ts'
import type { Route } from './+types/invoice.ts'
import { WriteOffForm } from './write-off-form.tsx'
import { WriteOffHistory } from './write-off-history.tsx'

export const meta: MetaFunction = () => ownMeta('請求書（管理）')

/** Also after a refusal: the amount may have changed meanwhile. */
export const shouldRevalidate = () => true

function idIn({ id }: { id: string }) {
  const known = parseId<'issuedDocument'>(id)
  if (!known) throw new NotFound('invoice')
  return known
}

const at = (id: string) => `/admin/billing/invoices/${id}` as const

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return { ...(await invoiceForStaff(ctx, idIn(params))), formKey: crypto.randomUUID() as string }
})

/** Without script the next page asks. */
function askOnce(form: FormData) {
  const asks = askFirst(form)
  return asks && data(asks)
}

const changes = jobs({
  writeOff: provenByStaff(
    job(writeOffInvoice, {
      fields: ({ params }: Route.ActionArgs) => ({ documentId: idIn(params) }),
      first: askOnce,
      done: ({ yen, leftYen }, { documentId }) =>
        redirectWithFlash(
          at(documentId),
          `${formatYen(yen)}を貸倒れとして処理しました。${leftYen > 0 ? `未払い額は${formatYen(leftYen)}です。` : ''}`,
        ),
      at: ({ refusal }) => (refusal === 'too_much' ? 'yen' : undefined),
    }),
  ),
  undo: provenByStaff(
    job(undoWriteOff, {
      done: ({ documentId, yen }, _given, _ctx, { params }: Route.ActionArgs) =>
        redirectWithFlash(at(documentId ?? params.id), `貸倒れ処理 ${formatYen(yen)}を取り消しました。`),
    }),
  ),
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return changes(ctx, args)
})

/** One invoice: what came in, what is unpaid, and what of it is given up (貸倒れ). */
export default function StaffInvoicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { invoice, writeOffs, formKey, ...known } = loaderData
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const asked = actionData && 'asks' in actionData ? actionData.typed : undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to="/admin/billing" className="prose-link inline-flex min-h-11 items-center">
          請求
        </Link>
      </p>
      <h1 className="text-h2 font-bold wrap-anywhere">
        請求書 {invoice.number} <InvoiceBadge state={invoice.state} />
      </h1>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <Facts invoice={invoice} />
      {invoice.unpaidYen > 0 && (
        <WriteOffForm
          key={invoice.unpaidYen}
          invoice={invoice}
          {...known}
          formKey={formKey}
          asked={asked}
          problem={problem?.typed.intent === 'writeOff' ? problem : undefined}
        />
      )}
      <WriteOffHistory
        writeOffs={writeOffs}
        formKey={formKey}
        problem={problem?.typed.intent === 'undo' ? problem : undefined}
      />
    </div>
  )
}

function Facts({ invoice }: { invoice: Route.ComponentProps['loaderData']['invoice'] }) {
  const { id, number, restaurantId, restaurant, toOn, dueOn } = invoice
  const facts = [
    [
      '飲食店',
      <Link key="restaurant" to={`/admin/billing/credit?of=${restaurantId}`} className="prose-link">
        {restaurant}
      </Link>,
    ],
    ['締め日', formatDayWithYear(toOn)],
    ['支払期日', formatDayWithYear(dueOn)],
    ['請求額（税込）', formatYen(invoice.totalYen)],
    ['入金額', formatYen(invoice.paidYen)],
    ...(invoice.settledYen === 0 ? [] : [['貸倒れ処理', formatYen(invoice.settledYen)] as const]),
    ['未払い額', formatYen(Math.max(0, invoice.unpaidYen))],
  ] as const
  return (
    <Panel head={<h2>請求の内容</h2>}>
      <dl className="grid grid-cols-1 gap-y-1">
        {facts.map(([word, value]) => (
          <div key={word} className="flex flex-wrap gap-x-4">
            <dt className="min-w-28 text-ink-2">{word}</dt>
            <dd className="tabular-nums wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={issuedFilePath(id, 'pdf', 'staff')} className="prose-link inline-flex min-h-11 items-center" download>
          PDFで保存<span className="visually-hidden">（{number}）</span>
        </a>
      </p>
    </Panel>
  )
}
