import type { ReactNode } from 'react'
import { Form, type MetaFunction, useNavigation } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDayWithYear, formatMoment, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { statutoryRateTenths } from '#kernel/payment-terms.ts'
import { type CreditRow, creditList, creditStateWord, creditTerms } from '#modules/credit/credit-list.server.ts'
import { exposureOf } from '#modules/credit/credit-standing.ts'
import { answerLimitRequest, openLimitRequests } from '#modules/credit/limit-requests.server.ts'
import { releaseOrdering, stopOrdering } from '#modules/credit/order-stops.server.ts'
import { creditForStaff, setCreditLimit, setCreditTerms } from '#modules/credit/set-limit.server.ts'
import { CreditLine } from '#modules/credit/ui/credit-line.tsx'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { writeOffsOfRestaurant } from '#modules/payments/write-off-queries.server.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Explained } from '#ui/explained.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { PlainTable } from '#ui/plain-table.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, type Problem } from '#web/form.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import { StaffSearch, wordsIn } from '../staff-search.tsx'
import type { Route } from './+types/credit.ts'
import { WriteOffsOfRestaurant } from './write-off-history.tsx'

export const meta: MetaFunction = () => ownMeta('掛け払い（管理）')

const here = '/admin/billing/credit'

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const asked = new URL(request.url).searchParams
  const q = wordsIn(asked)
  const of = parseId<'restaurant'>(asked.get('of'))
  const rows = (await creditList(ctx, q)).map((row) => ({ ...row, state: creditStateWord(row.credit) }))
  return {
    q,
    rows,
    terms: await creditTerms(ctx),
    requests: await openLimitRequests(ctx),
    chosen: of && { id: of, ...(await creditForStaff(ctx, of)), writeOffs: await writeOffsOfRestaurant(ctx, of) },
    formKey: crypto.randomUUID(),
  }
})

const saved = (message: string) => ({
  done: ({ restaurantId }: { restaurantId: string }, _given: unknown, _ctx: Ctx, _args: Route.ActionArgs) =>
    redirectWithFlash(`${here}?of=${restaurantId}`, message),
})

const changes = {
  limit: job(setCreditLimit, { ...saved('限度額を保存し、店長に通知しました。'), at: () => 'limitYen' }),
  stop: job(stopOrdering, saved('注文の受け付けを停止し、店長に通知しました。')),
  answer: job(answerLimitRequest, saved('回答を保存し、店長に通知しました。')),
  release: job(releaseOrdering, saved('注文の受け付けを再開し、店長に通知しました。')),
  terms: job(setCreditTerms, {
    done: (_done, _given, _ctx, _args: Route.ActionArgs) => redirectWithFlash(here, '標準の設定を保存しました。'),
    at: ({ refusal }) =>
      refusal === 'bad_overdue_days'
        ? 'overdueDays'
        : refusal === 'bad_late_rate'
          ? 'lateRatePercent'
          : 'defaultLimitYen',
  }),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return runJob(changes, ctx, await formOf(args.request), args)
})

type RequestsProps = {
  requests: Route.ComponentProps['loaderData']['requests']
  formKey: string
  problem: Problem | undefined
}

/** What owners ask for, and wait for. */
function Requests({ requests, formKey, problem }: RequestsProps) {
  const busy = useNavigation().formData?.get('intent') === 'answer'
  if (requests.length === 0) return null
  return (
    <Panel head={<h2 id="requests">限度額の引き上げの依頼</h2>}>
      <ul aria-labelledby="requests" className="grid gap-5">
        {requests.map((request) => {
          const said = problem?.typed.requestId === request.id ? problem : undefined
          return (
            <li key={request.id} className="grid grid-cols-1 gap-2 border-b border-line pb-5 last:border-b-0 last:pb-0">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <Link
                  to={`?of=${request.restaurantId}`}
                  className="prose-link inline-flex min-h-11 items-center font-bold"
                >
                  {request.restaurant}
                </Link>
                <span className="tabular-nums">{formatYen(request.limitYen)} を希望</span>
                <span className="text-sub text-ink-2">
                  {formatMoment(request.at)}・{request.askedBy}
                </span>
              </p>
              <p className="wrap-anywhere">{request.reason}</p>
              <May to="credit.change" told>
                <Form method="post" className="grid max-w-2xl grid-cols-1 gap-3" noValidate>
                  <input type="hidden" name="intent" value="answer" />
                  <input type="hidden" name="key" value={formKey} />
                  <input type="hidden" name="requestId" value={request.id} />
                  <TextArea
                    id={`answer-${request.id}`}
                    label="理由"
                    help="見送る場合は、飲食店に表示されます。"
                    name="reason"
                    rows={2}
                    limit={400}
                    defaultValue={said?.typed.reason}
                    error={said?.fields.reason}
                  />
                  <div className="flex flex-wrap gap-3">
                    <Button name="agreed" value="true" busy={busy}>
                      引き上げる
                    </Button>
                    <Button name="agreed" value="false" kind="line" busy={busy}>
                      見送る
                    </Button>
                  </div>
                </Form>
              </May>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

const amountHeads = ['利用額', '限度額', '期日超過 1〜30日', '31〜60日', '61日以上'] as const
const heads = ['飲食店', '状態', ...amountHeads.map((figures) => ({ figures }))]

export default function StaffCreditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { q, rows, chosen, terms, formKey } = loaderData
  const problem = actionData?.problem
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-h2 font-bold">掛け払い</h1>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      {chosen && <Chosen chosen={chosen} rows={rows} formKey={formKey} problem={problem} />}
      <Requests requests={loaderData.requests} formKey={formKey} problem={problem} />
      <StaffSearch noun="飲食店" by="店名" q={q} back={here} />
      <p>
        <ButtonLink to={`/admin/billing/credit.csv?q=${encodeURIComponent(q)}`} kind="line" reloadDocument>
          <Explained inControl>CSVで保存</Explained>
        </ButtonLink>
      </p>
      {rows.length === 0 ? (
        <EmptyState>
          {q ? '該当する飲食店はありません' : '期日超過、停止中、または限度額に近い飲食店はありません'}
        </EmptyState>
      ) : (
        <PlainTable
          label="掛け払いの一覧"
          caption="掛け払いの一覧。期日超過の金額の大きい順"
          heads={heads}
          className="min-w-[52rem]"
        >
          {rows.map((row) => (
            <Row key={row.restaurantId} row={row} />
          ))}
        </PlainTable>
      )}
      <Panel head={<h2 id="terms">標準の設定</h2>}>
        <May to="credit.change" told>
          <Form method="post" className="flex flex-wrap items-end gap-4" noValidate>
            <input type="hidden" name="intent" value="terms" />
            <input type="hidden" name="key" value={formKey} />
            <input type="hidden" name="version" value={terms.version} />
            <TextField
              label="限度額"
              name="defaultLimitYen"
              inputMode="numeric"
              autoComplete="off"
              suffix="円"
              defaultValue={problem?.typed.defaultLimitYen ?? terms.defaultLimitYen}
              error={problem?.fields.defaultLimitYen}
            />
            <TextField
              label="注文を停止するまでの超過日数"
              name="overdueDays"
              inputMode="numeric"
              autoComplete="off"
              suffix="日"
              defaultValue={problem?.typed.overdueDays ?? terms.overdueDays}
              error={problem?.fields.overdueDays}
            />
            <TextField
              label="遅延損害金の年率"
              name="lateRatePercent"
              inputMode="decimal"
              autoComplete="off"
              suffix="％"
              defaultValue={problem?.typed.lateRatePercent ?? terms.lateRate.rateTenths / 10}
              error={problem?.fields.lateRatePercent}
            />
            <Button>保存する</Button>
          </Form>
        </May>
        <p className="text-sub text-ink-2">
          限度額は、個別に設定していない飲食店に適用されます。支払期日からこの日数を超えて未入金の請求書がある飲食店は、注文できなくなります。
        </p>
        <p className="text-sub text-ink-2">
          遅延損害金は、支払期日の翌日から入金日までの未入金額（申し立て中の金額を除く）に対し、年365日の日割りで計算し、締めの際に次の請求書に不課税で加算します。年率0％では請求しません。変更は翌日から適用します。利用規約第13条で定める法定利率（年
          {statutoryRateTenths / 10}％）を超える年率は設定できません。
          {terms.lateRate.fromOn &&
            `現在の設定：${formatDayWithYear(terms.lateRate.fromOn)}から年${terms.lateRate.rateTenths / 10}％。`}
        </p>
      </Panel>
    </div>
  )
}

const Row = ({ row }: { row: CreditRow & { state: string } }) => (
  <tr className="border-b border-line last:border-b-0 hover:bg-ai-tint">
    <th scope="row" className="px-3 text-start font-bold">
      <Link to={`?of=${row.restaurantId}`} className="prose-link inline-flex min-h-11 items-center">
        {row.name}
      </Link>
    </th>
    <td className="px-3 whitespace-nowrap">{row.state && <Badge tone="akane">{row.state}</Badge>}</td>
    {[
      exposureOf(row.credit),
      row.credit.onAccount ? row.credit.limitYen : null,
      row.upTo30,
      row.upTo60,
      row.over60,
    ].map((amount, at) => (
      <td key={amountHeads[at]} className="px-3 text-end whitespace-nowrap tabular-nums">
        {amount === null ? 'カード' : formatYen(amount)}
      </td>
    ))}
  </tr>
)

type ChosenProps = {
  chosen: NonNullable<Route.ComponentProps['loaderData']['chosen']>
  rows: Route.ComponentProps['loaderData']['rows']
  formKey: string
  problem: Problem | undefined
}

/** One restaurant: how it stands, what staff can do, and what was done. */
function Chosen({ chosen: { id, credit, limits, stops, writeOffs }, rows, formKey, problem }: ChosenProps) {
  const stopped = credit.stopReason !== null || (credit.onAccount && credit.blocking !== null)
  const of = (intent: string) => (problem?.typed.intent === intent ? problem : undefined)
  return (
    <Panel head={<h2>{rows.find(({ restaurantId }) => restaurantId === id)?.name ?? '飲食店'}の掛け払い</h2>}>
      <p>
        <Link to={`/admin/users/restaurant-${id}`} className="prose-link inline-flex min-h-11 items-center">
          会員の画面を開く
        </Link>
      </p>
      <CreditLine credit={credit} />
      <May to="credit.change" told>
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
          <Change intent="limit" id={id} formKey={formKey} problem={of('limit')} button="限度額を保存する">
            <TextField
              label="限度額"
              name="limitYen"
              inputMode="numeric"
              autoComplete="off"
              suffix="円"
              defaultValue={of('limit')?.typed.limitYen ?? credit.limitYen}
              error={of('limit')?.fields.limitYen}
            />
          </Change>
          {stopped ? (
            <Change intent="release" id={id} formKey={formKey} problem={of('release')} button="注文を再開する" />
          ) : (
            <Change intent="stop" id={id} formKey={formKey} problem={of('stop')} button="注文を停止する" />
          )}
        </div>
      </May>
      <ul aria-label="限度額と停止の履歴" className="grid gap-2 text-sub">
        {limits.map(({ id, at, limitYen, setBy, reason }) => (
          <li key={id}>
            {formatMoment(at)}　限度額 {formatYen(limitYen)}（{setBy}）：{reason}
          </li>
        ))}
        {stops.map((stop) => (
          <li key={stop.id}>
            {formatMoment(stop.at)}　停止（{stop.stoppedBy ?? '自動'}）：{stop.reason}
            {stop.releasedAt &&
              `　${formatMoment(stop.releasedAt)}　再開（${stop.releasedBy ?? '自動'}）：${stop.releaseReason}`}
          </li>
        ))}
      </ul>
      <WriteOffsOfRestaurant writeOffs={writeOffs} />
    </Panel>
  )
}

type ChangeProps = {
  intent: 'limit' | 'stop' | 'release'
  id: string
  formKey: string
  problem: Problem | undefined
  button: string
  children?: ReactNode
}

function Change({ intent, id, formKey, problem, button, children }: ChangeProps) {
  const busy = useNavigation().formData?.get('intent') === intent
  return (
    <Form method="post" className="grid grid-cols-1 content-start gap-3" noValidate>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="restaurantId" value={id} />
      {children}
      <TextArea
        id={`${intent}-reason`}
        label="理由"
        name="reason"
        rows={2}
        limit={400}
        defaultValue={problem?.typed.reason}
        error={problem?.fields.reason}
      />
      <Button kind="line" className="justify-self-start" busy={busy}>
        {button}
      </Button>
    </Form>
  )
}
