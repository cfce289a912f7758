import type { ReactNode } from 'react'
import { data, Form, useNavigation } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { isRecentAuth, requirePerson } from '#authorization/recent-auth.ts'
import { formatMoment } from '#kernel/format.ts'
import { type Factors, factorsOf, newBackupCodes, removeTotp } from '#modules/identity/factors/change-factors.server.ts'
import { beginTotp, confirmTotp, totpUnderWay } from '#modules/identity/factors/enrol-totp.server.ts'
import { qrPath, spelled, totpAddress } from '#modules/identity/factors/totp.server.ts'
import { ownAccount } from '#modules/identity/own-account.server.ts'
import { BackupCodes } from '#modules/identity/ui/backup-codes.tsx'
import { PasskeyPart } from '#modules/identity/ui/passkey-button.tsx'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { SecondFactorField } from '#modules/identity/ui/second-factor-field.tsx'
import { TotpCodeField } from '#modules/identity/ui/totp-code-field.tsx'
import { TotpSetup } from '#modules/identity/ui/totp-setup.tsx'
import { FieldPanel } from '#routes/auth/field-panel.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, type Problem, typedIn } from '#web/form.ts'
import { guarded } from '#web/guard.server.ts'
import { job, runJob, withTool } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { proven } from '#web/prove-again.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/second-factor.ts'

export const meta = () => ownMeta('二段階認証')
export const middleware = guarded('auth')

export const loader = page(async (ctx, { context }: Route.LoaderArgs) => {
  const { personId } = requirePerson(ctx.actor)
  const { encryption } = context.get(requestFacts)
  const [account, factors, secret] = await Promise.all([
    ownAccount(ctx),
    factorsOf(ctx, { personId }),
    totpUnderWay(ctx, encryption, { personId }),
  ])
  const called = account.email ?? account.name
  const underWay = secret && { qr: qrPath(totpAddress(secret, called)), spelled: spelled(secret), account: called }
  return { factors, underWay, fresh: isRecentAuth(ctx.actor, ctx.now) }
})

const encryptionOf = ({ context }: Route.ActionArgs) => context.get(requestFacts).encryption

/** A form about the user's own second factor, with a code or the answer of a passkey. */
const read = (form: FormData, { context }: Route.ActionArgs, ctx: Ctx) => {
  const { code: enrolling = '', proofCode: code = enrolling, passkey = '' } = typedIn(form)
  const site = { origin: context.get(requestFacts).secureOrigin }
  const answer = passkey ? { passkey: { json: passkey, site } } : { code }
  return { ok: true as const, value: { owner: { personId: requirePerson(ctx.actor).personId }, code, answer } }
}

/** The field of a refusal; the others concern the whole form. */
const at = (field: string) => (refused: { refusal: string }) => (refused.refusal === 'wrong_code' ? field : undefined)

/**
 * Each step needs re-authentication within the last ten minutes, or the password in the same form; removing the second
 * factor or its replacements needs the second factor as well.
 */
const changes = {
  begin: proven(
    job(withTool(beginTotp, encryptionOf), {
      read,
      done: () => redirectWithFlash('/profile/second-factor', 'QRコードを読み取ってください。'),
    }),
  ),
  confirm: proven(
    job(withTool(confirmTotp, encryptionOf), { read, done: ({ backupCodes }) => shown(backupCodes), at: at('code') }),
  ),
  codes: proven(
    job(withTool(newBackupCodes, encryptionOf), {
      read,
      done: ({ backupCodes }) => shown(backupCodes),
      at: at('proofCode'),
    }),
  ),
  stop: proven(
    job(withTool(removeTotp, encryptionOf), {
      read,
      done: () => redirectWithFlash('/profile', '二段階認証を停止しました。'),
      at: at('proofCode'),
    }),
  ),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) =>
  runJob(changes, ctx, await formOf(args.request), args),
)

/** Codes that are shown once are in the response itself; the browser does not cache it. */
function shown(backupCodes: string[]) {
  const none: Problem | undefined = undefined
  return data({ backupCodes, problem: none })
}

export default function SecondFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { factors, underWay, fresh } = loaderData
  const backupCodes = actionData && 'backupCodes' in actionData ? actionData.backupCodes : null
  const problem = actionData?.problem
  const step = { problem, fresh }
  return (
    <FieldPanel wide>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          二段階認証
        </Head>
      </h1>
      {problem && Object.keys(problem.fields).length === 0 && <Notice tone="akane">{problem.summary}</Notice>}
      {backupCodes ? (
        <>
          <p className="font-bold">二段階認証を開始しました。次回のサインインから、確認コードを入力します。</p>
          <BackupCodes codes={backupCodes} />
        </>
      ) : factors.totpSince ? (
        <On since={factors.totpSince} factors={factors} {...step} />
      ) : underWay ? (
        <>
          <TotpSetup {...underWay} />
          <Step intent="confirm" button="確認して開始する" {...step}>
            <TotpCodeField label="確認コード" help="アプリに表示されている6桁の数字" error={problem?.fields.code} />
          </Step>
        </>
      ) : (
        <>
          <p>
            パスワードに加えて、スマートフォンの認証アプリ（Google Authenticator、Microsoft Authenticator
            など、無料）に表示される6桁の数字も確認します。パスワードを知られても、サインインされません。
          </p>
          <Step intent="begin" button="開始する" {...step} />
        </>
      )}
      <ButtonLink to="/profile" kind="line" size="lg">
        {backupCodes ? '控えました。設定に戻る' : '設定に戻る'}
      </ButtonLink>
    </FieldPanel>
  )
}

type StepProps = {
  intent: string
  button: string
  danger?: boolean
  problem: Problem | undefined
  fresh: boolean
  children?: ReactNode
}

function Step({ intent, button, danger, problem, fresh, children }: StepProps) {
  const busy = useNavigation().state !== 'idle'
  const mine = problem?.typed.intent === intent ? problem : undefined
  return (
    <Form method="post" noValidate className="grid grid-cols-1 gap-4">
      <input type="hidden" name="intent" value={intent} />
      <ProofField id={`${intent}-proof`} fresh={fresh} problem={mine} />
      {children}
      <Button kind={danger ? 'danger' : 'pine'} size="lg" busy={busy}>
        {button}
      </Button>
    </Form>
  )
}

/** The same with the second factor itself: a code, or a passkey that submits the form. */
const RemovalStep = ({ hasPasskey, ...step }: Omit<StepProps, 'children'> & { hasPasskey: boolean }) => (
  <Step {...step}>
    <SecondFactorField
      id={`${step.intent}-code`}
      name="proofCode"
      error={step.problem?.typed.intent === step.intent ? step.problem.fields.proofCode : undefined}
    />
    {hasPasskey && (
      <PasskeyPart questionAt="/profile/prove/passkey" does="ask">
        パスキーで確認する
      </PasskeyPart>
    )}
  </Step>
)

type OnProps = { since: Date; factors: Factors; problem: Problem | undefined; fresh: boolean }

const On = ({ since, factors, ...step }: OnProps) => (
  <>
    <p>{formatMoment(since)} から使用しています。</p>
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-h4">予備コード（残り{factors.backupCodes}個）</h2>
      <p>スマートフォンが手元にない場合に使用します。再発行すると、以前の予備コードは使用できなくなります。</p>
      <RemovalStep intent="codes" button="予備コードを再発行" hasPasskey={factors.passkeys > 0} {...step} />
    </section>
    <Disclosure summary="二段階認証を停止する" open={step.problem?.typed.intent === 'stop' || undefined}>
      <p className="mb-3">
        停止すると、パスワードのみでサインインできるようになります。スマートフォンを替える場合は、一度停止し、新しい端末で再度開始してください。
      </p>
      <RemovalStep intent="stop" button="二段階認証を停止する" danger hasPasskey={factors.passkeys > 0} {...step} />
    </Disclosure>
  </>
)
