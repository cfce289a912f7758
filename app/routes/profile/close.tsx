import { Form, useNavigation } from 'react-router'
import { isRecentAuth } from '#authorization/recent-auth.ts'
import { closeAccount, closingFacts, type OwnWorkplace } from '#modules/admin/close-account.server.ts'
import { sessionCookie } from '#modules/identity/session.ts'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { FieldPanel } from '#routes/auth/field-panel.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { guarded } from '#web/guard.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { proven } from '#web/prove-again.server.ts'
import { forgetCookie } from '#web/session-cookie.server.ts'
import type { Route } from './+types/close.ts'

export const meta = () => ownMeta('退会')

export const middleware = guarded('auth')

export const loader = page(async (ctx, _: Route.LoaderArgs) => ({
  ...(await closingFacts(ctx)),
  fresh: isRecentAuth(ctx.actor, ctx.now),
}))

export const action = pageAction(
  onlyJob(
    proven(
      job(closeAccount, {
        at: ({ refusal }) => (refusal === 'not_confirmed' ? 'confirmed' : undefined),
        done: async () => {
          const answer = await redirectWithFlash('/', '退会手続きが完了しました。ご利用ありがとうございました。')
          answer.headers.append('set-cookie', forgetCookie(sessionCookie))
          return answer
        },
      }),
    ),
  ),
)

const idOf = (name: string) => `close-${name}`

/** What is deleted, what stays, what prevents closing; then one checkbox and one button. */
export default function CloseAccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, places, fresh } = loaderData
  const problem = actionData?.problem
  const check = useFormCheck(problem, idOf)
  const busy = useNavigation().state !== 'idle'
  const inTheWay = places.filter(({ openOrders }) => openOrders > 0)
  return (
    <FieldPanel wide>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          退会
        </Head>
      </h1>
      <p className="wrap-anywhere">{email && <b>{email} の</b>}アカウントを閉鎖します。閉鎖すると元に戻せません。</p>
      <WhatHappens places={places} />
      {inTheWay.length > 0 ? (
        <InTheWay places={inTheWay} />
      ) : (
        <Form method="post" noValidate onSubmit={check.onSubmit} className="grid grid-cols-1 gap-5">
          <FormSummary problems={check.problems} refusal={check.refusal} />
          {problem && Object.keys(problem.fields).length === 0 && <Notice tone="akane">{problem.summary}</Notice>}
          <ProofField id={idOf('currentPassword')} fresh={fresh} problem={problem} />
          <Checkbox
            id={idOf('confirmed')}
            name="confirmed"
            label={<span className="font-bold">{sureWords(places)}</span>}
            mustBeTicked={mustBeSure}
            error={problem?.fields.confirmed}
          />
          <Button kind="danger" size="lg" busy={busy}>
            退会する
          </Button>
        </Form>
      )}
      <ButtonLink to="/profile" kind="line" size="lg">
        中止して設定に戻る
      </ButtonLink>
    </FieldPanel>
  )
}

const mustBeSure = '退会すると元に戻せません。内容を確認し、確認欄にチェックを入れてください。'

const sureWords = (places: readonly OwnWorkplace[]) =>
  places.length === 0
    ? '元に戻せないことを確認しました'
    : `${places.map(({ name }) => `「${name}」`).join('と')}も同時に退会となること、元に戻せないことを確認しました`

const WhatHappens = ({ places }: { places: readonly OwnWorkplace[] }) => (
  <ul className="grid list-disc gap-2 ps-5">
    {places.map(({ name }) => (
      <li key={name}>
        <b>{name}</b>{' '}
        は、他に責任者がいないため、同時に退会となります。継続する場合は、先に他の方を責任者に設定してください。
      </li>
    ))}
    <li>すべての端末からサインアウトし、このアドレスではサインインできなくなります。</li>
    <li>パスワードとサインイン方法は、すべて削除します。</li>
    <li>
      取引の記録（発行した書類、注文についてのチャットとメールを含む）と同意の記録は、法律で定められた期間のみ保存します。
    </li>
    <li>
      記録を手元に残す場合は、先に
      <Link to="/profile#data" className="prose-link font-bold">
        ファイルを保存
      </Link>
      してください。
    </li>
  </ul>
)

const InTheWay = ({ places }: { places: readonly OwnWorkplace[] }) => (
  <Notice tone="akane">
    {places.map(({ name, openOrders }) => (
      <p key={name}>
        {name}には、完了していない注文が{openOrders}件あります。
      </p>
    ))}
    <p>注文がすべて完了またはキャンセルされるまで、退会できません。</p>
  </Notice>
)
