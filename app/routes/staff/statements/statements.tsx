import { Form, type MetaFunction, useNavigation } from 'react-router'
import { formatDay, formatMoment, formatMonth, formatYen } from '#kernel/format.ts'
import { statementDayWord, statementHour } from '#kernel/payment-terms.ts'
import { setSignUpCommission, signUpCommissionForStaff } from '#modules/ordering/sign-up-commission.server.ts'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { rateText } from '#modules/organisations/commission/commission-labels.ts'
import { closeMonths, monthsDue } from '#modules/payouts/close-farms.server.ts'
import { openObjections, statementsForStaff } from '#modules/payouts/farm-sales.server.ts'
import { answerObjection } from '#modules/payouts/objections.server.ts'
import { StatementBadge } from '#modules/payouts/ui/statement-badge.tsx'
import { dayCursorText, parseDayCursor } from '#modules/traceability/lot-filter.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { PlainTable } from '#ui/plain-table.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs, withTool } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import { StaffSearch, wordsIn } from '../staff-search.tsx'
import type { Route } from './+types/statements.ts'

export const meta: MetaFunction = () => ownMeta('支払通知書（管理）')

type Args = Route.ActionArgs

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const search = new URL(request.url).searchParams
  const q = wordsIn(search)
  const after = parseDayCursor<'issuedDocument'>(search.get('after'))
  const { rows, next } = await statementsForStaff(ctx, { q, after })
  return {
    objections: (await openObjections(ctx)).map((it) => ({ ...it, formKey: crypto.randomUUID() })),
    due: await monthsDue(ctx),
    statements: rows,
    q,
    more: next && `?${new URLSearchParams({ ...(q && { q }), after: dayCursorText(next) })}`,
    signUp: await signUpCommissionForStaff(ctx),
    formKey: crypto.randomUUID(),
  }
})

const work = jobs({
  close: job(
    withTool(closeMonths, ({ context }: Args) => context.get(requestFacts).operator),
    {
      done: ({ issued, failed }, _given, _ctx, _args: Args) => {
        const failure = failed.length > 0 ? `${failed.length}件は処理できませんでした。` : ''
        return redirectWithFlash('/admin/statements', `支払通知書を${issued}件発行しました。${failure}`)
      },
    },
  ),
  signUp: job(setSignUpCommission, {
    done: ({ commissionBp }, _given, _ctx, _args: Args) =>
      redirectWithFlash(
        '/admin/statements',
        `登録時の手数料率を${rateText(commissionBp)}にしました。今後登録する農園に適用されます。`,
      ),
  }),
  answer: job(answerObjection, {
    done: ({ accepted, orderId }, _given, _ctx, _args: Args) =>
      accepted
        ? redirectWithFlash(
            `/admin/orders/${orderId}/correction`,
            '異議を認めました。続けて注文の金額を修正してください。',
          )
        : redirectWithFlash('/admin/statements', '異議に回答しました。'),
  }),
})

export const action = pageAction(async (ctx, args: Args) => {
  requireStaff(ctx)
  return work(ctx, args)
})

const heads = ['番号', '農園', '対象月', '支払額', '振込予定日', '状態'] as const

/** What farms object to first, then what is due, then what was issued. */
export default function StatementsPage({ loaderData: it, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const problem = actionData?.problem
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-h2 font-bold">支払通知書</h1>
      {problem && <Notice tone="akane">{problem.fields.words ?? problem.summary}</Notice>}
      <Panel head={<h2 id="objections">異議（{it.objections.length}件）</h2>}>
        {it.objections.length === 0 && <p className="text-ink-2">回答待ちの異議はありません。</p>}
        {it.objections.map((objection) => (
          <article key={objection.id} className="grid grid-cols-1 gap-2 border-t border-line py-3 first:border-t-0">
            <p className="flex flex-wrap gap-x-4">
              <b>{objection.counterparty}</b>
              <span>{objection.statement}</span>
              <span>
                明細{' '}
                <Link to={`/admin/orders/${objection.orderId}`} className="prose-link">
                  {objection.slip}
                </Link>
              </span>
              <span className="tabular-nums">{formatYen(objection.totalYen)}</span>
              <span className="tabular-nums">{formatMoment(objection.at)}</span>
            </p>
            <p className="wrap-anywhere">
              対象：{objection.lineName ?? '明細全体'}
              {objection.heldYen !== null && `（支払いの留保 ${formatYen(objection.heldYen)}）`}
            </p>
            <p className="wrap-anywhere">{objection.words}</p>
            <May to="objection.answer" told>
              <Form method="post" className="grid grid-cols-1 gap-3 sm:max-w-2xl" noValidate>
                <input type="hidden" name="intent" value="answer" />
                <input type="hidden" name="key" value={objection.formKey} />
                <input type="hidden" name="objectionId" value={objection.id} />
                <TextArea label="回答（農園に表示されます）" name="words" limit={1_000} need="required" />
                <div className="flex flex-wrap gap-3">
                  <Button name="accepted" value="true" busy={busy}>
                    認めて注文を修正する
                  </Button>
                  <Button name="accepted" value="false" kind="line" busy={busy}>
                    認めない
                  </Button>
                </div>
              </Form>
            </May>
          </article>
        ))}
      </Panel>
      <Panel head={<h2 id="due">締め処理（{formatMonth(it.due.toOn)}分まで）</h2>}>
        {it.due.farms.length === 0 ? (
          <p className="text-ink-2">締め処理の対象はありません。</p>
        ) : (
          <>
            <p>
              {it.due.farms.length}農園、明細{it.due.farms.reduce((sum, { slips }) => sum + Number(slips), 0)}
              件が対象です。{statementDayWord}の{statementHour}:00に自動で処理します。
            </p>
            <May to="statements.close" told>
              <Form method="post">
                <input type="hidden" name="intent" value="close" />
                <Confirm
                  question="支払通知書を発行しますか"
                  consequence={`${it.due.farms.length}農園に発行し、メールで通知します。発行後は変更できません。`}
                  confirm="発行する"
                  busy={busy}
                >
                  締めて発行する
                </Confirm>
              </Form>
            </May>
          </>
        )}
      </Panel>
      <StaffSearch noun="支払通知書" by="農園・番号" q={it.q} back="/admin/statements" />
      {it.statements.length === 0 ? (
        <EmptyState>
          {it.q === '' ? '発行済みの支払通知書はありません' : '条件に一致する支払通知書はありません'}
        </EmptyState>
      ) : (
        <PlainTable label="支払通知書一覧" heads={heads} className="min-w-[48rem]">
          {it.statements.map((row) => (
            <tr key={row.id} className="border-b border-line last:border-b-0 hover:bg-ai-tint">
              <th scope="row" className="px-3 text-start font-bold whitespace-nowrap">
                <Link
                  to={`/admin/statements/${row.id}`}
                  className="prose-link inline-flex min-h-11 items-center tabular-nums"
                >
                  {row.number}
                </Link>
              </th>
              <td className="px-3">
                {row.farmId ? (
                  <Link to={`/admin/commission/${row.farmId}`} className="prose-link">
                    {row.counterparty}
                  </Link>
                ) : (
                  row.counterparty
                )}
              </td>
              <td className="px-3 whitespace-nowrap">{formatMonth(row.toOn)}</td>
              <td className="px-3 text-end tabular-nums">{formatYen(row.netYen)}</td>
              <td className="px-3 whitespace-nowrap">{row.dueOn && formatDay(row.dueOn)}</td>
              <td className="px-3">
                <StatementBadge {...row} />
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
      {it.more && (
        <ButtonLink kind="line" to={it.more}>
          以前の支払通知書を見る
        </ButtonLink>
      )}
      <Panel head={<h2 id="sign-up">登録時の手数料率</h2>}>
        <May to="agreement.propose" told>
          <Form method="post" className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[12rem_auto_1fr]" noValidate>
            <input type="hidden" name="intent" value="signUp" />
            <input type="hidden" name="key" value={it.formKey} />
            <input type="hidden" name="version" value={it.signUp.version} />
            <TextField
              label="商品の税抜の代金に対して"
              name="commissionBp"
              inputMode="decimal"
              autoComplete="off"
              suffix="%"
              defaultValue={problem?.typed.commissionBp ?? it.signUp.commissionBp / 100}
              error={problem?.fields.commissionBp}
            />
            <Button busy={busy}>保存する</Button>
          </Form>
        </May>
        <p className="text-sub text-ink-2">
          今後登録する農園が同意する率です。登録済みの農園の率は、農園ごとに提案し、同意を得て変更します。
        </p>
      </Panel>
    </div>
  )
}
