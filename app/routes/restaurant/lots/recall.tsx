import type { MetaFunction } from 'react-router'
import { viewerOf } from '#authorization/actor.ts'
import { answerRecall, markRecallRead } from '#modules/traceability/recalls/answer-recall.server.ts'
import { ownRecall } from '#modules/traceability/recalls/recall-queries.server.ts'
import OwnRecall from '#modules/traceability/ui/own-recall.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { recallIn } from '#web/recall-pages.server.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/recall.ts'

export const meta: MetaFunction = () => ownMeta('回収のお願い')
export const handle = { shell: { top: 'own' } }

/** The first view is recorded: the farm sees that it was read. Staff who view a user's pages do not count. */
export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const recall = await ownRecall(ctx, recallIn(params))
  if (!viewerOf(ctx.actor)) await markRecallRead(ctx, { recallId: recall.id })
  return { recall, formKey: crypto.randomUUID() as string }
})

export const action = pageAction(
  jobs({
    answer: job(answerRecall, {
      fields: ({ params }: Route.ActionArgs) => ({ recallId: recallIn(params) }),
      done: ({ recallId }) => redirectWithFlash(`/restaurant/recalls/${recallId}`, '回答を農園に送信しました。'),
    }),
  }),
)

/** The kitchen is asked about goods that it received. */
export default function RecallPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageBar back="/restaurant/lots" backLabel="届いた商品のロットへ戻る" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">{loaderData.recall.farm}の商品の回収のお願い</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[42rem] grid-cols-1 gap-4 px-3.5 pt-4 pb-8">
        <OwnRecall {...loaderData} problem={actionData?.problem} />
      </div>
    </>
  )
}
