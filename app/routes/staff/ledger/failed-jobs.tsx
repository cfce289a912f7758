import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, type MetaFunction, useNavigation } from 'react-router'
import { formatMomentWithYear, formatNumber } from '#kernel/format.ts'
import { beginJobAgain, failedJobs } from '#modules/bookkeeping/failed-jobs.server.ts'
import { moneyJobWords } from '#modules/bookkeeping/job-labels.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/failed-jobs.ts'
import { LedgerHead } from './ledger-head.tsx'

export const meta: MetaFunction = () => ownMeta('失敗した自動処理（管理）')

export const loader = page(async (ctx) => {
  requireStaff(ctx)
  return { failed: (await failedJobs(ctx)).map((it) => ({ ...it, formKey: crypto.randomUUID() })) }
})

const again = onlyJob(
  job(beginJobAgain, {
    done: ({ job }, _given, _ctx, _args: Route.ActionArgs) =>
      redirectWithFlash(
        '/admin/ledger/jobs',
        `「${moneyJobWords[job]}」を再実行しています。完了すると一覧から消えます。`,
      ),
  }),
)

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return again(ctx, args)
})

/** Scheduled jobs that failed, each with its reason and a button, until they succeed. */
export default function FailedJobsPage({ loaderData: { failed }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const problem = actionData?.problem
  return (
    <div className="grid grid-cols-1 gap-4">
      <LedgerHead title="失敗した自動処理" />
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      {failed.length === 0 ? (
        <p className="card flex items-center gap-3 p-4">
          <CircleCheck aria-hidden="true" className="shrink-0 text-matcha" />
          失敗した自動処理はありません。
        </p>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {failed.map(({ job, firstAt, lastAt, times, reason, formKey }) => (
            <li key={job} id={job} className="card grid grid-cols-1 gap-3 p-4">
              <h2 className="text-h4 font-bold">{moneyJobWords[job]}</h2>
              <dl className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
                <Fact word="処理名">
                  <code>{job}</code>
                </Fact>
                <Fact word="最初の失敗">{formatMomentWithYear(firstAt)}</Fact>
                <Fact word="直近の失敗">
                  {formatMomentWithYear(lastAt)}（計{formatNumber(times)}回）
                </Fact>
                <Fact word="原因">
                  <span className="wrap-anywhere">{reason}</span>
                </Fact>
              </dl>
              <May to="jobs.begin" told>
                <Form method="post">
                  <input type="hidden" name="key" value={formKey} />
                  <input type="hidden" name="job" value={job} />
                  <Button kind="line" disabled={busy}>
                    再実行する<span className="visually-hidden">（{moneyJobWords[job]}）</span>
                  </Button>
                </Form>
              </May>
            </li>
          ))}
        </ul>
      )}
      <p className="text-sub text-ink-2">
        処理は次の予定時刻にも自動で実行されます。再実行しても失敗する場合は、処理名と原因をシステム管理者に連絡してください。
      </p>
    </div>
  )
}

const Fact = ({ word, children }: { word: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-2">{word}</dt>
    <dd className="min-w-0 tabular-nums">{children}</dd>
  </>
)
