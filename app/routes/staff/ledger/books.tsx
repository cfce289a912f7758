import { FileDown } from 'lucide-react'
import { Form, type MetaFunction } from 'react-router'
import { formatMonth, formatNumber } from '#kernel/format.ts'
import { monthsText } from '#modules/bookkeeping/book-refusals.ts'
import { savePlatformBookSettings } from '#modules/bookkeeping/book-settings.server.ts'
import { softwareWord } from '#modules/bookkeeping/exports/tax-names.ts'
import { BookMonths, BookSettingsForm } from '#modules/bookkeeping/ui/books-screen.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { platformBooksPage } from '#web/books.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/books.ts'
import { LedgerHead } from './ledger-head.tsx'

export const meta: MetaFunction = () => ownMeta('会計ソフト連携（管理）')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return platformBooksPage(ctx, request)
})

const all = jobs({
  settings: job(savePlatformBookSettings, {
    done: (_value, _given, _ctx, _args: Route.ActionArgs) =>
      redirectWithFlash('/admin/ledger/books', '設定を保存しました。'),
  }),
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return all(ctx, args)
})

/** The books of the platform itself, for its accounting software. */
export default function PlatformBooksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { deals, openMonths, fromMonth, toMonth, settings } = loaderData
  const problem = actionData?.problem
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-4">
      <LedgerHead title="会計ソフト連携" />
      {problem?.summary && <Notice tone="akane">{problem.summary}</Notice>}
      <section aria-labelledby="choose" className="card grid grid-cols-1 gap-4 p-4">
        <h2 id="choose" className="text-h3 font-bold">
          期間
        </h2>
        <Form className="flex flex-wrap items-end gap-3">
          <BookMonths {...loaderData} />
          <Button kind="line">この期間を表示</Button>
        </Form>
        {deals === 0 ? (
          <EmptyState>{monthsText(fromMonth, toMonth)}の記帳はありません。</EmptyState>
        ) : (
          <>
            <p>
              日別・種類別の仕訳 {formatNumber(deals)}件（{softwareWord[settings.software]}
              ）。手数料は支払通知書の発行時に売上とし、それまでは預り金に含めます。
            </p>
            {openMonths.length > 0 && (
              <Notice tone="ai">
                未締めの月（{openMonths.map(formatMonth).join('、')}
                ）を含みます。後から記帳が増えるため、締めた後に出力してください。
              </Notice>
            )}
            <p>
              <a
                href={`/admin/ledger/books.csv?${new URLSearchParams({ fromMonth, toMonth })}`}
                className="btn"
                data-kind="line"
              >
                <FileDown aria-hidden="true" />
                会計データをダウンロード
              </a>
            </p>
          </>
        )}
      </section>
      <May to="ledger.books" told>
        <BookSettingsForm {...loaderData} problem={problem} />
      </May>
    </div>
  )
}
