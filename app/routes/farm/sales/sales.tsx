import { ChevronRight } from 'lucide-react'
import { formatDay, formatMonth, formatShortYen, formatYen } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { statementDayWord } from '#kernel/payment-terms.ts'
import { sumYen } from '#kernel/yen.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { ownCommission } from '#modules/organisations/commission/agreements.server.ts'
import { rateText } from '#modules/organisations/commission/commission-labels.ts'
import { ownSales, yearFigures } from '#modules/payouts/farm-sales.server.ts'
import { type SalesSpan, type SoldAxis, salesSpans } from '#modules/payouts/sales-span.ts'
import { NextPayout } from '#modules/payouts/ui/next-payout.tsx'
import { StatementBadge } from '#modules/payouts/ui/statement-badge.tsx'
import { Bars } from '#ui/bars.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Columns } from '#ui/columns.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Explained } from '#ui/explained.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { monthPoint } from '#ui/month-point.ts'
import { Notice } from '#ui/notice.tsx'
import { PlainTable } from '#ui/plain-table.tsx'
import { StatBlock } from '#ui/stat-block.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/sales.ts'
import { yearIn } from './year-in.ts'

export const meta = () => ownMeta('売上')
export const handle = { live: 'orders' }

export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  const { operator } = context.get(requestFacts)
  const asked = new URL(request.url).searchParams.get('span')
  const span = salesSpans.find((it) => it === asked) ?? 'month'
  const sales = await ownSales(ctx, operator.farmTerms, span)
  const commission = await ownCommission(ctx)
  const year = yearIn(request, ctx.now)
  return {
    ...sales,
    span,
    terms: operator.farmPayoutTerms,
    year,
    months: await yearFigures(ctx, year),
    rateBp: commission.todayBp,
    proposed: commission.open !== null,
  }
})

/** What the farm sold, what is paid for it and when, and its statements. */
export default function SalesPage({ loaderData: it, matches }: Route.ComponentProps) {
  const word = spanWord(it.span, it.month)
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">売上</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-5 p-4 pb-24 lg:grid-cols-2 lg:px-8">
        {it.proposed && (
          <Notice tone="tag" className="lg:col-span-2">
            手数料率の変更の提案が届いています。
            <Link to="/farmer/commission" className="prose-link">
              内容を確認して回答する
            </Link>
          </Notice>
        )}
        <div className="grid grid-cols-1 gap-5 lg:col-span-2 lg:grid-cols-3">
          <NextPayout next={it.next} terms={it.terms} />
          <section aria-labelledby="sold" className="card grid grid-cols-1 gap-4 p-4 lg:col-span-2">
            <h2 id="sold" className="text-h3 font-bold">
              売上（商品・税抜）
            </h2>
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
              <StatBlock label={spanWord('today', it.month)} value={formatYen(it.todayYen)} />
              <StatBlock label={spanWord('month', it.month)} value={formatYen(it.monthYen)} />
              <StatBlock label={spanWord('year', it.month)} value={formatYen(it.yearYen)} />
            </div>
            <nav aria-label="集計期間" className="flex flex-wrap gap-2">
              {salesSpans.map((key) => (
                <Link
                  key={key}
                  to={addressOf({ ...it, span: key })}
                  className="chip [--target:2.75rem]"
                  aria-current={key === it.span ? 'page' : undefined}
                  preventScrollReset
                >
                  {spanWord(key, it.month)}
                </Link>
              ))}
            </nav>
            <dl className="grid gap-1">
              <Row word={`${word}の欠品`} yen={-it.shortYen} />
              <Row word={`${word}の不良・欠品の報告による減額`} yen={-it.claimsYen} />
            </dl>
            <p className="text-sub text-ink-2">
              納品日で集計しています。金額の確定前の注文は、現在の数量による見込みです。
            </p>
          </section>
        </div>
        <Sums span={word} axis="取引先" sums={it.byRestaurant} file={fileOf(it.span, 'restaurant')} />
        <Sums span={word} axis="商品" sums={it.byProduct} file={fileOf(it.span, 'product')} />
        <section aria-labelledby="statements" className="grid content-start grid-cols-1 gap-3">
          <h2 id="statements" className="text-h3 font-bold">
            支払通知書
          </h2>
          {it.statements.length === 0 ? (
            <EmptyState>{statementDayWord}に、前月分の支払通知書がここに表示されます。まだありません。</EmptyState>
          ) : (
            <ul className="card">
              {it.statements.map((statement) => (
                <li key={statement.id} className="border-t border-line first:border-t-0">
                  <Link
                    to={`/farmer/sales/statements/${statement.id}`}
                    className="flex min-h-18 items-center gap-3 px-4 py-2 hover:bg-pine-tint"
                  >
                    <span className="grid min-w-0 grow">
                      <b className="text-h4">{formatMonth(statement.toOn)}分</b>
                      <span className="text-ink-2 tabular-nums">
                        {formatYen(statement.netYen)}
                        {statement.netYen > 0 && statement.dueOn && `・${formatDay(statement.dueOn)}振込`}
                      </span>
                    </span>
                    <StatementBadge {...statement} />
                    <ChevronRight aria-hidden="true" className="shrink-0 text-ink-3" />
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {it.rateBp !== null && (
            <p>
              手数料率は{rateText(it.rateBp)}です。
              <Link to="/farmer/commission" className="prose-link">
                手数料率の内容と履歴
              </Link>
            </p>
          )}
        </section>
        <section aria-labelledby="year" className="grid content-start grid-cols-1 gap-3">
          <h2 id="year" className="text-h3 font-bold">
            {it.year}年の販売金額（青色申告用）
          </h2>
          <p>
            販売金額は税込・手数料を差し引く前の額です。手数料は、支払通知書の発行後に表示します。帳簿では「荷造運賃手数料」に計上してください。
          </p>
          <div className="card p-4">
            <Columns
              title={`${it.year}年の月別の販売金額（税込）`}
              axis="月"
              format={formatYen}
              formatTick={formatShortYen}
              points={it.months.map(({ month, grossYen }, at) =>
                monthPoint(month, at, month > it.month ? null : grossYen),
              )}
            />
          </div>
          <PlainTable
            label={`${it.year}年の販売金額`}
            heads={['月', { figures: '販売金額' }, { figures: '荷造運賃手数料' }]}
            className="min-w-72"
          >
            {it.months.map((month) => (
              <tr key={month.month} className="border-b border-line">
                <th scope="row" className="px-3 py-2 text-start font-bold whitespace-nowrap">
                  {Number(month.month.slice(5, 7))}月
                </th>
                <td className={amount}>{formatYen(month.grossYen)}</td>
                <td className={amount}>{formatYen(month.feeYen)}</td>
              </tr>
            ))}
            <tr className="bg-sunken font-bold">
              <th scope="row" className="px-3 py-2 text-start whitespace-nowrap">
                {it.year}年の合計
              </th>
              <td className={amount}>{formatYen(sumYen(it.months.map(({ grossYen }) => grossYen)))}</td>
              <td className={amount}>{formatYen(sumYen(it.months.map(({ feeYen }) => feeYen)))}</td>
            </tr>
          </PlainTable>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={`/farmer/sales.csv?year=${it.year}`} kind="line" reloadDocument>
              <Explained inControl>CSVで保存</Explained>
            </ButtonLink>
            <ButtonLink to={`${addressOf({ ...it, year: it.year - 1 })}#year`} kind="text">
              {it.year - 1}年を表示
            </ButtonLink>
            {it.year < Number(it.month.slice(0, 4)) && (
              <ButtonLink to={`${addressOf({ ...it, year: it.year + 1 })}#year`} kind="text">
                {it.year + 1}年を表示
              </ButtonLink>
            )}
          </div>
        </section>
      </div>
    </>
  )
}

/** An amount is never broken over two lines: the table scrolls instead. */
const amount = 'px-3 text-end whitespace-nowrap tabular-nums'

const Row = ({ word, yen }: { word: string; yen: number }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-3">
    <dt>{word}</dt>
    <dd className="ms-auto tabular-nums">{formatYen(yen)}</dd>
  </div>
)

const spanWord = (span: SalesSpan, month: JstDate) =>
  ({ today: '本日', month: formatMonth(month), year: `${month.slice(0, 4)}年` })[span]

/** The page with another span or another year of 青色申告. */
const addressOf = ({ span, year }: { span: SalesSpan; year: number }) => `/farmer/sales?span=${span}&year=${year}`

const fileOf = (span: SalesSpan, by: SoldAxis) => `/farmer/sales/breakdown.csv?span=${span}&by=${by}`

type SumsProps = { span: string; axis: string; sums: readonly { name: string; yen: number }[]; file: string }

const Sums = ({ span, axis, sums, file }: SumsProps) => (
  <section className="card grid content-start grid-cols-1 gap-3 p-4">
    {sums.length === 0 ? (
      <>
        <h2 className="text-h3 font-bold">
          {span}の{axis}別
        </h2>
        <p className="text-ink-2">{span}の納品はまだありません。</p>
      </>
    ) : (
      <>
        <Bars
          title={`${span}の${axis}別`}
          axis={axis}
          format={formatYen}
          points={sums.map(({ name, yen }) => ({ label: name, value: yen }))}
        />
        <p>
          <ButtonLink to={file} kind="line" reloadDocument>
            <Explained inControl>CSVで保存</Explained>
            <span className="visually-hidden">（{axis}別）</span>
          </ButtonLink>
        </p>
      </>
    )}
  </section>
)
