import { FileDown, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { data, Form, redirect } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { formatDay, formatDayWithYear, formatGrams, formatNumber, formatPostalCode, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import { type Invoice, invoiceById, invoiceInPlaceOf } from '#modules/billing/invoice-queries.server.ts'
import { issueReceipt } from '#modules/billing/issue-receipt.server.ts'
import { InvoiceBadge } from '#modules/billing/ui/invoice-badge.tsx'
import type { InvoiceContent, PrintedParty, PrintedSlip } from '#modules/issued-documents/document-content.ts'
import { issuedFilePath, originalFilePath } from '#modules/issued-documents/issued-paper.ts'
import { lateChargeText } from '#modules/issued-documents/late-charge-text.ts'
import { paymentMethodWord } from '#modules/organisations/restaurant/restaurant-labels.ts'
import { chargedRates } from '#modules/pricing/tax/consumption-tax.ts'
import { Button } from '#ui/button.tsx'
import { FoldCard } from '#ui/fold-card.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { formOf } from '#web/form.ts'
import '#styles/kit/stat.css'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/invoice.ts'
import { PayToLines } from './pay-to-lines.tsx'

export const meta = () => ownMeta('請求書')
export const handle = { shell: { top: 'own' } }

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const id = parseId<'issuedDocument'>(params.id)
  if (!id) throw new NotFound('invoice')
  const inPlace = await invoiceInPlaceOf(ctx, id)
  if (inPlace) throw redirect(`/restaurant/invoices/${inPlace}`)
  return { invoice: await invoiceById(ctx, id), formKey: crypto.randomUUID() }
})

export const action = pageAction(async (ctx, { request, params, context }: Route.ActionArgs) => {
  const invoiceId = parseId<'issuedDocument'>(params.id)
  if (!invoiceId) throw new NotFound('invoice')
  const key = String((await formOf(request)).get('key'))
  const issued = await issueReceipt(ctx, { invoiceId, key }, context.get(requestFacts).operator)
  if (issued.ok) {
    const { id, press } = issued.value
    return redirect(press ? originalFilePath(id, press) : issuedFilePath(id, 'pdf'))
  }
  return data({ sentence: issueReceipt.declaration.refusals.text(issued.refusal) }, { status: 409 })
})

/** All that is printed on the paper, from the content that was issued; the slips lead to their orders. */
export default function InvoicePage({ loaderData: { invoice, formKey }, actionData }: Route.ComponentProps) {
  const { content, number, id, state } = invoice
  return (
    <>
      <PageBar back="/restaurant/invoices" backLabel="請求・支払いへ戻る">
        <h1 className="text-h4 font-bold lg:text-h2">請求書 {number}</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-4xl grid-cols-1 gap-5 px-3.5 pt-4 pb-8 lg:px-8 print:max-w-none print:p-0">
        <div className="flex flex-wrap items-center gap-3 print:hidden">
          <InvoiceBadge state={state} />
          <a href={issuedFilePath(id, 'pdf')} className="btn" data-kind="line" download>
            <FileDown aria-hidden="true" />
            PDFで保存
          </a>
          <Button type="button" kind="text" onClick={() => window.print()} className="[@media(scripting:none)]:hidden">
            <Printer aria-hidden="true" />
            印刷
          </Button>
        </div>
        {invoice.replaces && (
          <Notice tone="tag">
            無効になった請求書 {invoice.replaces.number} の差し替えです。理由：{invoice.replaces.reason}
          </Notice>
        )}
        {actionData && 'sentence' in actionData && <Notice tone="akane">{actionData.sentence}</Notice>}
        {invoice.payments.length > 0 && state === 'paid' && (
          <Form method="post" reloadDocument className="print:hidden">
            <input type="hidden" name="key" value={formKey} />
            <Button kind="line">領収書を発行する</Button>
          </Form>
        )}
        <Header invoice={invoice} />
        <Sums content={content} />
        <PerRate content={content} />
        {content.payTo && <PayTo payTo={content.payTo} />}
        <Payments invoice={invoice} />
        <section aria-labelledby="slips" className="grid grid-cols-1 gap-3">
          <h2 id="slips" className="text-h4 font-bold">
            明細（{content.slips.length}件）
          </h2>
          {content.slips.map((slip) => (
            <Slip key={slip.number + slip.kind} slip={slip} />
          ))}
          <p className="text-sub text-ink-2">※は軽減税率の対象です。</p>
        </section>
      </div>
    </>
  )
}

function Header({ invoice: { content, issuedOn } }: { invoice: Invoice }) {
  return (
    <section aria-label="宛先と発行者" className="card grid grid-cols-1 gap-4 p-4 sm:grid-cols-2">
      <Party party={content.to} suffix=" 御中" />
      <Party party={content.issuer} />
      <Facts
        rows={[
          ['発行日', formatDayWithYear(issuedOn)],
          ['取引期間', <Days key="period" fromOn={content.fromOn} toOn={content.toOn} />],
          ['支払期日', formatDayWithYear(content.dueOn)],
        ]}
      />
    </section>
  )
}

const Party = ({ party, suffix = '' }: { party: PrintedParty; suffix?: string }) => (
  <div className="grid content-start wrap-anywhere">
    <p className="font-bold">
      {party.name}
      {suffix}
    </p>
    <p className="text-sub">
      {party.postalCode && `${formatPostalCode(party.postalCode)} `}
      {party.address}
    </p>
    <p className="text-sub">{party.phone}</p>
    {party.registrationNumber && <p className="text-sub tabular-nums">登録番号 {party.registrationNumber}</p>}
  </div>
)

const Facts = ({ rows }: { rows: readonly (readonly [word: string, value: ReactNode])[] }) => (
  <dl className="grid grid-cols-1 gap-1">
    {rows.map(([word, value], at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two payments of one day have the same word, and rows never move
      <div key={at} className="flex flex-wrap justify-between gap-x-4">
        <dt className="text-ink-2">{word}</dt>
        <dd className="ms-auto text-end font-bold tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
)

/** From a day to a day, with the line broken between the two. */
const Days = ({ fromOn, toOn }: { fromOn: JstDate; toOn: JstDate }) => (
  <>
    <span className="inline-block">{formatDayWithYear(fromOn)}〜</span>
    <span className="inline-block">{formatDayWithYear(toOn)}</span>
  </>
)

const Sums = ({ content }: { content: InvoiceContent }) => (
  <section aria-labelledby="sums" className="card grid grid-cols-1 gap-2 p-4">
    <h2 id="sums" className="text-h4 font-bold">
      ご請求額
    </h2>
    <p className="figure-fits">
      <span className="num">{formatYen(content.dueYen)}</span>
    </p>
    <Facts
      rows={[
        ['前回請求額', formatYen(content.previousYen)],
        ['入金額', formatYen(content.paidYen)],
        ...(content.settledYen ? [['当社で処理済み', formatYen(content.settledYen)] as const] : []),
        ['繰越額', formatYen(content.carriedYen)],
        ['今回請求額（税込）', formatYen(content.periodYen)],
      ]}
    />
  </section>
)

const Taxed = ({ baseYen, taxYen }: { baseYen: Yen; taxYen: Yen }) => (
  <>
    {formatYen(baseYen)}
    <span className="block text-sub font-normal text-ink-2">消費税 {formatYen(taxYen)}</span>
  </>
)

const PerRate = ({
  content: { sales, returns, unregistered, untaxedYen, lateCharges = [] },
}: {
  content: InvoiceContent
}) => (
  <section aria-labelledby="rates" className="card grid grid-cols-1 gap-3 p-4">
    <h2 id="rates" className="text-h4 font-bold">
      税率別の内訳
    </h2>
    <Facts
      rows={[
        ...sales.map(
          ({ percent, baseYen, taxYen }) =>
            [`${percent}％対象（税抜）`, <Taxed key={percent} baseYen={baseYen} taxYen={taxYen} />] as const,
        ),
        ...returns.map(
          ({ percent, baseYen, taxYen }) =>
            [`返還 ${percent}％対象（税抜）`, <Taxed key={percent} baseYen={baseYen} taxYen={taxYen} />] as const,
        ),
        ...(untaxedYen === 0 ? [] : [['不課税', formatYen(untaxedYen)] as const]),
        ...lateCharges.map((late) => [`${lateChargeText(late)}・不課税`, formatYen(late.yen)] as const),
      ]}
    />
    {unregistered.length > 0 && (
      <>
        <h3 className="font-bold">適格請求書発行事業者以外からの仕入れ（税込）</h3>
        <Facts
          rows={unregistered.map(({ percent, deductiblePercent, totalYen }) => [
            `${percent}％・経過措置 ${deductiblePercent}％控除`,
            formatYen(totalYen),
          ])}
        />
      </>
    )}
  </section>
)

const PayTo = ({ payTo }: { payTo: NonNullable<InvoiceContent['payTo']> }) => (
  <section aria-labelledby="pay-to" className="card grid grid-cols-1 gap-2 p-4">
    <h2 id="pay-to" className="text-h4 font-bold">
      お振込先
    </h2>
    <PayToLines payTo={payTo} />
  </section>
)

const Payments = ({ invoice: { payments, settledYen, unpaidYen } }: { invoice: Invoice }) => (
  <section aria-labelledby="payments" className="card grid grid-cols-1 gap-2 p-4 print:hidden">
    <h2 id="payments" className="text-h4 font-bold">
      入金
    </h2>
    <Facts
      rows={[
        ...payments.flatMap(({ receivedOn, method, yen, bankFeeYen }) => {
          const day = formatDayWithYear(receivedOn)
          return [
            [`${day} ${paymentMethodWord[method]}`, formatYen(yen - bankFeeYen)] as const,
            ...(bankFeeYen === 0 ? [] : [[`${day} 振込手数料（当社が負担）`, formatYen(bankFeeYen)] as const]),
          ]
        }),
        ...(settledYen === 0 ? [] : [['当社で処理済み', formatYen(settledYen)] as const]),
        ['未払い額', formatYen(Math.max(0, unpaidYen))] as const,
      ]}
    />
  </section>
)

const slipWord: Record<PrintedSlip['kind'], string> = { sale: '納品', adjustment: '修正', cancel_fee: '取消料' }

const Slip = ({ slip }: { slip: PrintedSlip }) => (
  <FoldCard
    title={slip.farm}
    figure={formatYen(slip.totalYen)}
    note={`${formatDay(slip.suppliedOn)}・${slipWord[slip.kind]} ${slip.number}`}
  >
    <p className="text-sub text-ink-2 wrap-anywhere">
      {slip.farmNumber ? `登録番号 ${slip.farmNumber}` : '登録番号なし'}・{slip.kitchen}
      {slip.reason && `・${slip.reason}`}
    </p>
    <Facts
      rows={[
        ...slip.lines.map((line, index) => [lineText(line, index), formatYen(line.yen)] as const),
        ...(slip.freightYen === 0 ? [] : [['送料', formatYen(slip.freightYen)] as const]),
        ...chargedRates(slip.perRate).map(
          ({ percent, taxYen }) => [`消費税（${percent}％）`, formatYen(taxYen)] as const,
        ),
        ...(slip.untaxedYen === 0 ? [] : [['不課税', formatYen(slip.untaxedYen)] as const]),
        ['合計（税込）', formatYen(slip.totalYen)] as const,
      ]}
    />
    <Link
      to={`/restaurant/orders/${slip.orderId}`}
      className="prose-link inline-flex min-h-11 w-fit items-center print:hidden"
    >
      伝票を開く<span className="visually-hidden">（{slip.number}）</span>
    </Link>
  </FoldCard>
)

/** Equal names are told apart by their place on the slip. */
function lineText({ name, qty, unit, grams, taxPercent }: PrintedSlip['lines'][number], index: number): string {
  const amount = grams === null ? `${formatNumber(qty)}${unit}` : formatGrams(grams)
  return `${index + 1}. ${name}${taxPercent < 10 ? ' ※' : ''} ${amount}`
}
