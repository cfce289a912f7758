import { useState } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { minDuration } from '#kernel/min-duration.ts'
import { WantedConsentCard } from '#modules/content/ui/wanted-consent.tsx'
import { draftCookie } from '#modules/identity/session.ts'
import { signUpCommission } from '#modules/organisations/commission/commission.server.ts'
import { commitSignUp, consentsToJoin } from '#modules/organisations/sign-up/commit-sign-up.server.ts'
import { placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { CommissionConsent } from '#modules/organisations/ui/commission-consent.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { fieldsToMend, formOf, type Problem, typedIn } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { tryLater } from '#web/retry-after.ts'
import { forgetCookie, readCookie } from '#web/session-cookie.server.ts'
import type { Route } from './+types/confirm.ts'
import { inDraft } from './at-step.server.ts'
import { StepFrame } from './step-frame.tsx'
import { forgetPassword, storedPassword } from './stored-password.ts'

export const meta = () => ownMeta('登録：同意と申し込み')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { draft, side, facts } = await inDraft(ctx, request, 'confirm')
  // a signed-in user has a login method already, and needs no password
  return {
    email: facts.person?.hasEmail ? null : draft.email,
    asks: facts.person === null,
    wanted: await consentsToJoin(ctx),
    commissionBp: side === 'farm' ? await signUpCommission(ctx) : null,
  }
})

const tooMany = '申し込みが続いたため、現在受け付けできません。1時間ほどたってから、もう一度押してください。'

/** Longer than creating an account takes, so that the response time does not reveal whether one exists. */
const answersAfterMs = 400

/** Everything that was typed becomes an account, or nothing does. A second submission finds the first one's result. */
export const action = pageAction(async (ctx, { request, context }: Route.ActionArgs) => {
  const token = readCookie(request, draftCookie)
  if (token === null) throw redirect(placeAddress['user-type'])
  const { ip, encryption } = context.get(requestFacts)
  const { password = '', ...ticked } = typedIn(await formOf(request))
  const userAgent = request.headers.get('user-agent')
  const done = await minDuration(answersAfterMs, () =>
    commitSignUp(ctx, { token, password, ticked, ip, userAgent, encryption }),
  )
  if (done.ok && done.mailed) return redirect(placeAddress['verify-email'])
  if (done.ok) return redirect(placeAddress.completed, { headers: { 'set-cookie': forgetCookie(draftCookie) } })
  if (done.refusal === 'draft_gone') throw redirect(placeAddress['user-type'])
  if (done.refusal === 'unfinished') throw redirect(placeAddress.additionalConfirm)
  const wait = done.waitSeconds ?? 0
  const problem: Problem = { fields: done.fields, summary: wait > 0 ? tooMany : fieldsToMend, typed: ticked }
  return data({ problem }, wait > 0 ? tryLater(wait) : { status: 422 })
})

/** A newer version of the terms may have come into force since the page was opened. */
export const shouldRevalidate = () => true

const idOf = (name: string) => `confirm-${name}`

export default function ConfirmPage({
  loaderData: { email, asks, wanted, commissionBp },
  actionData,
}: Route.ComponentProps) {
  const problem = actionData?.problem
  const check = useFormCheck(problem, idOf)
  const busy = useNavigation().formMethod === 'POST'
  const [kept] = useState(() => storedPassword(email))
  const asksPassword = asks && (kept === null || problem?.fields.password !== undefined)
  return (
    <StepFrame step="confirm" title={<Head as="span">規約に同意して申し込む</Head>}>
      <Form
        method="post"
        noValidate
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          check.onSubmit(event)
          if (!event.defaultPrevented) forgetPassword()
        }}
      >
        <FormSummary problems={check.problems} refusal={check.refusal} />
        {problem && Object.keys(problem.fields).length === 0 && <Notice tone="akane">{problem.summary}</Notice>}
        {wanted.map((it) => (
          <WantedConsentCard
            key={it.slug}
            wanted={it}
            id={idOf(it.slug)}
            error={problem?.fields[it.slug]}
            ticked={problem?.typed[it.slug]}
          />
        ))}
        {commissionBp !== null && (
          <CommissionConsent
            commissionBp={commissionBp}
            id={idOf('commission')}
            error={problem?.fields.commission}
            ticked={problem?.typed.commission}
          />
        )}
        {asksPassword && (
          <PasswordField
            id={idOf('password')}
            name="password"
            label="パスワードを入力"
            need="required"
            // chosen here after a registration by telephone; elsewhere the page was opened again
            help={`${email} でサインインするときのパスワードです。入力済みの場合も、安全のため再度入力してください`}
            autoComplete="new-password"
            error={problem?.fields.password}
          />
        )}
        {!asksPassword && kept !== null && <input type="hidden" name="password" value={kept} />}
        <div className="grid grid-cols-1 gap-3 border-t border-kraft-line pt-5">
          {email && <p className="wrap-anywhere">ボタンを押すと、{email} に確認メールを送信します。</p>}
          <Button size="lg" busy={busy}>
            同意して申し込む
          </Button>
          <ButtonLink kind="text" to={placeAddress.additionalConfirm} className="justify-self-start">
            内容の確認に戻る
          </ButtonLink>
        </div>
      </Form>
    </StepFrame>
  )
}
