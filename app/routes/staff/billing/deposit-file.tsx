import { Form, useNavigation } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { formatDay, formatMoment, formatNumber, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { bankFilePreview, importBankFile } from '#modules/payments/import-bank-file.server.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { PlainTable } from '#ui/plain-table.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/deposit-file.ts'

export const meta = () => [{ title: '銀行明細の確認（管理）｜畝と皿' }]

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const fileId = parseId<'bankFile'>(params.id)
  if (!fileId) throw new NotFound('bank file')
  return { file: await bankFilePreview(ctx, fileId), formKey: crypto.randomUUID() as string }
})

const importIt = onlyJob(
  job(importBankFile, {
    fields: ({ params }: Route.ActionArgs) => ({ fileId: params.id }),
    done: ({ rows, matched, unmatched }) =>
      redirectWithFlash(
        '/admin/billing/deposits',
        `${rows === 0 ? '取り込み済みです。続きの消込を行いました。' : `${formatNumber(rows)}件の明細を取り込みました。`}自動で消し込んだ入金は${formatNumber(matched)}件、未消込は${formatNumber(unmatched)}件です。`,
      ),
  }),
)

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return importIt(ctx, args)
})

const figures = ['入金', '出金', '訂正・取消・組戻し', '取り込み済み'].map((word) => ({ figures: word }))
const heads = ['口座', '期間', ...figures]

export default function DepositFilePage({ loaderData: { file, formKey }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const problem = actionData?.problem
  const fresh = file.accounts.reduce((sum, it) => sum + it.deposits.count + it.withdrawals.count + it.others.count, 0)
  const sum = ({ count, yen }: { count: number; yen: number }) => `${formatNumber(count)}件・${formatYen(yen)}`
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to="/admin/billing/deposits" className="prose-link inline-flex min-h-11 items-center">
          入金の消込
        </Link>
      </p>
      <h1 className="text-h2 font-bold wrap-anywhere">{file.name}</h1>
      <p>
        {file.layout}・明細{formatNumber(file.rowCount)}件
      </p>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      {file.refused && <Notice tone="akane">{file.refused}</Notice>}
      {file.warnings.map((warning) => (
        <Notice key={warning} tone="tag">
          {warning}
        </Notice>
      ))}
      {file.importedAt && <Notice tone="matcha">{formatMoment(file.importedAt)}に取り込み済みです。</Notice>}
      {file.isMatching && (
        <Notice tone="tag">自動消込の途中です。残りの入金の消込は、数分以内に自動で再開します。</Notice>
      )}
      <PlainTable label="口座ごとの件数と金額" heads={heads} className="min-w-[56rem]">
        {file.accounts.map((it) => (
          <tr key={it.account} className="border-b border-line last:border-b-0">
            <th scope="row" className="px-3 py-2 text-start">
              {it.account}
            </th>
            <td className="px-3 whitespace-nowrap">
              {formatDay(it.fromOn)}〜{formatDay(it.toOn)}
            </td>
            <td className="px-3 text-end tabular-nums">{sum(it.deposits)}</td>
            <td className="px-3 text-end tabular-nums">{sum(it.withdrawals)}</td>
            <td className="px-3 text-end tabular-nums">{sum(it.others)}</td>
            <td className="px-3 text-end tabular-nums">{formatNumber(it.known)}件</td>
          </tr>
        ))}
      </PlainTable>
      {(file.isMatching || !(file.importedAt || file.refused)) && (
        <May to="deposits.change" told>
          <Form method="post">
            <input type="hidden" name="key" value={formKey} />
            <Button size="lg" busy={busy}>
              {file.isMatching ? '消込を再開する' : `${formatNumber(fresh)}件を取り込む`}
            </Button>
          </Form>
        </May>
      )}
    </div>
  )
}
