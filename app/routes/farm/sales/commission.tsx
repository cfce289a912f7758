import { Form, useNavigation } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { answerCommission, ownCommission } from '#modules/organisations/commission/agreements.server.ts'
import { commissionRule, rateText } from '#modules/organisations/commission/commission-labels.ts'
import { CommissionHistory } from '#modules/organisations/ui/commission-history.tsx'
import { Button } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/commission.ts'

export const meta = () => ownMeta('手数料率')

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  return {
    ...(await ownCommission(ctx)),
    mayAnswer: can(ctx.actor, 'agreement.answer', { farmId, restaurantId: null }),
    formKey: crypto.randomUUID(),
  }
})

export const action = pageAction(
  onlyJob(
    job(answerCommission, {
      done: ({ agreed, commissionBp, fromOn }, _given, _ctx, _args: Route.ActionArgs) =>
        redirectWithFlash(
          '/farmer/commission',
          agreed
            ? `${formatDayWithYear(fromOn)}から${rateText(commissionBp)}にすることに同意しました。`
            : '同意しないと回答しました。現在の手数料率のままです。',
        ),
    }),
  ),
)

/** The rate that the farm has agreed to, a proposal that waits for its answer, and the history. */
export default function CommissionPage({ loaderData: it, actionData, matches }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const problem = actionData?.problem
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/sales', word: '売上' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">手数料率</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5 p-4 pb-24 lg:mx-0 lg:max-w-4xl lg:px-8">
        {problem && <Notice tone="akane">{problem.summary}</Notice>}
        {it.open && (
          <section aria-labelledby="proposed" className="card grid grid-cols-1 gap-3 p-4">
            <h2 id="proposed" className="text-h3 font-bold">
              変更の提案
            </h2>
            <p className="text-h2 font-bold tabular-nums">
              {it.todayBp !== null && `${rateText(it.todayBp)} → `}
              {rateText(it.open.commissionBp)}
            </p>
            <p className="text-lead">{formatDayWithYear(it.open.fromOn)}以降に受ける注文から適用します。</p>
            <p>理由：{it.open.reason}</p>
            <p>同意されるまで、現在の率のままです。受注済みの注文の手数料は変わりません。</p>
            {it.mayAnswer ? (
              <Form method="post" className="grid grid-cols-1 gap-3 sm:grid-cols-2">
                <input type="hidden" name="key" value={it.formKey} />
                <input type="hidden" name="agreementId" value={it.open.id} />
                <Button size="lg" name="agree" value="true" busy={busy}>
                  同意する
                </Button>
                <Button size="lg" kind="line" name="agree" value="false" busy={busy}>
                  同意しない
                </Button>
              </Form>
            ) : (
              <p>回答できるのは農園主です。</p>
            )}
          </section>
        )}
        <section aria-labelledby="now" className="card grid grid-cols-1 gap-3 p-4">
          <h2 id="now" className="text-h3 font-bold">
            現在の手数料率
          </h2>
          <p className="text-h2 font-bold tabular-nums">{it.todayBp === null ? '未設定' : rateText(it.todayBp)}</p>
          {it.coming.map((next) => (
            <p key={next.id}>
              {formatDayWithYear(next.fromOn)}から{rateText(next.commissionBp)}（同意済み）
            </p>
          ))}
          <p>{commissionRule}</p>
        </section>
        <CommissionHistory agreements={it.agreements} />
      </div>
    </>
  )
}
