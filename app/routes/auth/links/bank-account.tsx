import { Form } from 'react-router'
import { formatMoment } from '#kernel/format.ts'
import { confirmBankAccount } from '#modules/payouts/bank-account.server.ts'
import { FieldPanel } from '#routes/auth/field-panel.tsx'
import { Button } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { guarded } from '#web/guard.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/bank-account.ts'

export const meta = () => ownMeta('受取口座の確認')
export const middleware = guarded('auth')

export const loader = page(async (_ctx, { request }: Route.LoaderArgs) => ({
  code: new URL(request.url).searchParams.get('code') ?? '',
}))

const confirm = onlyJob(
  job(confirmBankAccount, {
    done: ({ usableFrom }, _given, _ctx, _args: Route.ActionArgs) =>
      redirectWithFlash('/farmer/bank-account', `確認しました。${formatMoment(usableFrom)}から使用します。`),
  }),
)
export const action = pageAction(async (ctx, args: Route.ActionArgs) => confirm(ctx, args))

/** Where the link of the mail leads: a press confirms, so that no program that only opens links does. */
export default function ConfirmBankAccountPage({ loaderData: { code }, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem
  return (
    <FieldPanel>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          受取口座の確認
        </Head>
      </h1>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <p>確認すると、3日後からこの口座に振り込みます。それまでは、受取口座の画面で取り消せます。</p>
      <Form method="post">
        <input type="hidden" name="code" value={code} />
        <Button size="lg">受取口座を確認する</Button>
      </Form>
    </FieldPanel>
  )
}
