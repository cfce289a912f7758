import { Form, type MetaFunction } from 'react-router'
import { wordActs } from '#kernel/enums.ts'
import { formatMoment } from '#kernel/format.ts'
import { reasonWord, wordActWord } from '#modules/messaging/messaging-labels.ts'
import { type ReportInQueue, reportedConversations } from '#modules/messaging/moderate-conversations.server.ts'
import { addModerationTerm, moderationTerms, removeModerationTerm } from '#modules/messaging/moderation-terms.server.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/conversations.ts'

export const meta: MetaFunction = () => ownMeta('チャットの報告（管理）')
export const handle = { live: 'orders' }

const desks = ['open', 'closed'] as const
const deskWord = { open: '見る', closed: '終了分' } as const

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const desk = new URL(request.url).searchParams.get('desk') === 'closed' ? 'closed' : 'open'
  return {
    desk,
    reports: await reportedConversations(ctx, desk),
    words: await moderationTerms(ctx),
    formKey: crypto.randomUUID() as string,
  } as const
})

const steps = jobs({
  add: job(addModerationTerm, {
    done: () => redirectWithFlash('/admin/talks', '語句を追加しました。次のメッセージから適用されます。'),
    at: () => 'word',
  }),
  remove: job(removeModerationTerm, { done: () => redirectWithFlash('/admin/talks', '語句を削除しました。') }),
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return steps(ctx, args)
})

/** Reports, and the watched words. No conversation is shown here: each access to one is recorded. */
export default function StaffConversationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { desk, reports, formKey: key } = loaderData
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-h2 font-bold">チャットの報告</h1>
      <p className="max-w-[44rem] text-sub text-ink-2">
        会員同士のチャットは、報告されたメッセージとその前後のみ閲覧できます。閲覧は履歴に記録されます。
      </p>
      <nav aria-label="状態" className="flex flex-wrap gap-2">
        {desks.map((each) => (
          <Link key={each} to={`?desk=${each}`} className="chip" aria-current={each === desk ? 'page' : undefined}>
            {deskWord[each]}
          </Link>
        ))}
      </nav>
      {reports.length === 0 ? (
        <EmptyState>{desk === 'open' ? '対応待ちの報告はありません' : '対応済みの報告はありません'}</EmptyState>
      ) : (
        <ul className="card grid grid-cols-1">
          {reports.map((report) => (
            <ReportRow key={report.id} report={report} />
          ))}
        </ul>
      )}
      <section className="card grid grid-cols-1 gap-4 p-4" aria-labelledby="words">
        <h2 id="words" className="text-h4 font-bold">
          監視語句
        </h2>
        {problem && <Notice tone="akane">{problem.summary}</Notice>}
        <Form method="post" className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="intent" value="add" />
          <input type="hidden" name="key" value={key} />
          <TextField
            label="語句"
            name="word"
            maxLength={40}
            defaultValue={problem?.typed.word}
            error={problem?.fields.word}
          />
          <SelectField label="検出時の対応" name="act" defaultValue={problem?.typed.act ?? 'watch'}>
            {wordActs.map((act) => (
              <option key={act} value={act}>
                {wordActWord[act]}
              </option>
            ))}
          </SelectField>
          <Button kind="line">追加</Button>
        </Form>
        {loaderData.words.length > 0 && (
          <ul className="grid grid-cols-1">
            {loaderData.words.map(({ id, word, act }) => (
              <li key={id} className="flex flex-wrap items-center gap-3 border-t border-line py-1">
                <b className="min-w-32">{word}</b>
                <span className="grow text-sub">{wordActWord[act]}</span>
                <Form method="post">
                  <input type="hidden" name="intent" value="remove" />
                  <input type="hidden" name="key" value={key} />
                  <input type="hidden" name="id" value={id} />
                  <Button kind="text" size="sm" aria-label={`${word}を削除`}>
                    削除
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

function ReportRow({ report }: { report: ReportInQueue }) {
  const { id, farm, restaurant, side, by, reason, words: said, at, verdict } = report
  return (
    <li className="border-t border-line first:border-t-0">
      <Link to={`/admin/talks/${id}`} className="grid gap-x-4 px-4 py-2 hover:bg-sunken sm:grid-cols-[9rem_1fr_auto]">
        <span className="text-sub tabular-nums">{formatMoment(at)}</span>
        <span className="min-w-0">
          <b>{reasonWord[reason]}</b>
          <span className="block text-sub">
            {side === 'filter' ? '自動' : `${side === 'farm' ? farm : restaurant}の${by ?? ''}さん`}
            {said && `：${said}`}
          </span>
          {verdict && <span className="block text-sub text-ink-2">対応：{verdict}</span>}
        </span>
        <span className="text-sub">
          {restaurant} ⇔ {farm}
        </span>
      </Link>
    </li>
  )
}
