import { useEffect } from 'react'
import { Form, useNavigation, useRevalidator } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { formatDay, formatMoment, formatNumber, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { type BankFileAccount, bankFilePreview } from '#modules/payments/bank-file-preview.server.ts'
import { importBankFile } from '#modules/payments/import-bank-file.server.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { PlainTable } from '#ui/plain-table.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/deposit-file.ts'

export const meta = () => ownMeta('銀行明細の確認（管理）')

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const fileId = parseId<'bankFile'>(params.id)
  if (!fileId) throw new NotFound('bank file')
  return { file: await bankFilePreview(ctx, fileId), formKey: crypto.randomUUID() as string }
})

const importIt = onlyJob(
  job(importBankFile, {
    fields: ({ params }: Route.ActionArgs) => ({ fileId: params.id }),
    done: ({ rows, matched, unmatched, isMatching }, _given, _ctx, { params }) =>
      isMatching
        ? redirectWithFlash(
            `/admin/billing/deposits/files/${params.id}`,
            `${formatNumber(rows)}件の明細を取り込みました。自動消込を開始します。`,
          )
        : redirectWithFlash(
            '/admin/billing/deposits',
            `${rows === 0 ? '新しい明細はありません。すべて取り込み済みです。' : `${formatNumber(rows)}件の明細を取り込みました。`}自動で消し込んだ入金は${formatNumber(matched)}件、未消込は${formatNumber(unmatched)}件です。`,
          ),
  }),
)

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return importIt(ctx, args)
})

const figures = ['入金', '出金', '訂正・取消・組戻し'].map((word) => ({ figures: word }))
const heads = ['口座', '期間', ...figures]

type File = Route.ComponentProps['loaderData']['file']

export default function DepositFilePage({ loaderData: { file, formKey }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const problem = actionData?.problem
  const fresh = file.rowCount - file.known
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
        {file.known > 0 && `（うち${formatNumber(file.known)}件は、以前のファイルで取り込み済み）`}
      </p>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      {file.refused && <Notice tone="akane">{file.refused}</Notice>}
      {file.warnings.map((warning) => (
        <Notice key={warning} tone="tag">
          {warning}
        </Notice>
      ))}
      {file.importedAt && <Notice tone="matcha">{formatMoment(file.importedAt)}に取り込み済みです。</Notice>}
      {file.matching && <Matching {...file.matching} />}
      <Accounts accounts={file.accounts} />
      {!(file.importedAt || file.refused) && (
        <May to="deposits.change" told>
          <Form method="post">
            <input type="hidden" name="key" value={formKey} />
            <Button size="lg" busy={busy}>
              {fresh === 0 ? '取り込み済みとして記録する' : `${formatNumber(fresh)}件を取り込む`}
            </Button>
          </Form>
        </May>
      )}
    </div>
  )
}

const askAgainMs = 3_000

/** How far the job is; asks again until it is over. */
function Matching({ looked, of }: NonNullable<File['matching']>) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (state !== 'idle') return
    const again = setTimeout(() => void revalidate(), askAgainMs)
    return () => clearTimeout(again)
  }, [revalidate, state])
  return (
    <div className="card grid grid-cols-1 gap-2 p-4">
      <ProgressBar label="自動消込" told={`${formatNumber(of)}件中${formatNumber(looked)}件`} value={looked} max={of} />
      <p className="text-sub text-ink-2">
        入金を順に消し込んでいます。この画面を閉じても処理は続きます。消し込めなかった入金は「未消込」に残ります。
      </p>
    </div>
  )
}

function Accounts({ accounts }: { accounts: readonly BankFileAccount[] }) {
  const sum = ({ count, yen }: { count: number; yen: number }) => `${formatNumber(count)}件・${formatYen(yen)}`
  return (
    <PlainTable label="取り込む明細の件数と金額" heads={heads} className="min-w-[48rem]">
      {accounts.map((it) => (
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
        </tr>
      ))}
    </PlainTable>
  )
}
