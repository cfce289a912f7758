import { data, Form, redirect, useNavigation } from 'react-router'
import {
  acceptInvitation,
  adminPasswordLeast,
  invitationOf,
} from '#modules/identity/admins/accept-invitation.server.ts'
import { invitationRefusalText } from '#modules/identity/admins/admin-labels.ts'
import { qrPath, spelled, totpAddress } from '#modules/identity/factors/totp.server.ts'
import { isCodeShaped } from '#modules/identity/mail-links.ts'
import { BackupCodes } from '#modules/identity/ui/backup-codes.tsx'
import { PasskeyPart } from '#modules/identity/ui/passkey-button.tsx'
import { TotpCodeField } from '#modules/identity/ui/totp-code-field.tsx'
import { TotpSetup } from '#modules/identity/ui/totp-setup.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { cookiesOfEntry } from '#web/enter.server.ts'
import { formOf, type Problem, typedIn } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/invitation.ts'
import { forgetStaffInvitation, keepStaffInvitation, keptStaffInvitation } from './invitation-cookie.server.ts'
import { StaffEntry } from './staff-entry.tsx'

export const meta = () => ownMeta('運営への招待')
export const handle = { role: 'admin' }

/** Never cached by a browser or a proxy: it names an account and shows a secret. */
export const headers = () => ({ 'cache-control': 'private, no-store' })

/**
 * A page view only moves the code from the address into a cookie: a mail scanner that opens the link changes nothing.
 */
export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  const asked = new URL(request.url).searchParams.get('code')
  if (isCodeShaped(asked))
    throw redirect('/admin/invitation', { headers: { 'set-cookie': await keepStaffInvitation(asked) } })
  const code = await keptStaffInvitation(request)
  const invited = await invitationOf(ctx, context.get(requestFacts).encryption, code)
  if (!invited) return data({ invited: null }, { status: 404 })
  const { email, name, isReset, secret } = invited
  const qr = qrPath(totpAddress(secret, email))
  return data({ invited: { email, name, isReset, qr, spelled: spelled(secret), least: adminPasswordLeast } })
})

export const action = page(async (ctx, args: Route.ActionArgs) => {
  const { request, context } = args
  const { encryption, ip, secureOrigin } = context.get(requestFacts)
  const { password = '', code: totpCode = '', passkey } = typedIn(await formOf(request))
  const proof = passkey ? { passkey: { json: passkey, site: { origin: secureOrigin } } } : { totpCode }
  const code = await keptStaffInvitation(request)
  const userAgent = request.headers.get('user-agent')
  const done = await acceptInvitation(ctx, encryption, { code, password, proof, ip, userAgent })
  if (done.ok) {
    const { backupCodes, ...entry } = done.value
    const headers = await cookiesOfEntry(ctx, args, 'staff', entry)
    headers.append('set-cookie', await forgetStaffInvitation())
    return data({ backupCodes, problem: null }, { headers })
  }
  if (done.refusal === 'invitation_unusable') throw redirect('/admin/invitation')
  const summary = done.refusal === 'weak_password' ? String(done.detail?.sentence) : invitationRefusalText[done.refusal]
  const field = { weak_password: 'password', wrong_code: 'code', passkey_refused: null }[done.refusal]
  const problem: Problem = { fields: field ? { [field]: summary } : {}, summary, typed: {} }
  return data({ backupCodes: null, problem }, { status: 422 })
})

/** The codes are shown once: the invitation they came from is used, and is not checked again. */
export const shouldRevalidate = () => false

export default function InvitationPage({ loaderData: { invited }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  if (actionData?.backupCodes)
    return (
      <StaffEntry
        title={
          <Head as="span" className="text-h3">
            設定が完了しました
          </Head>
        }
        wide
      >
        <div className="grid grid-cols-1 gap-5">
          <BackupCodes codes={actionData.backupCodes} />
          <ButtonLink to="/admin" size="lg" reloadDocument>
            控えました。管理画面へ
          </ButtonLink>
        </div>
      </StaffEntry>
    )
  if (!invited)
    return (
      <StaffEntry
        title={
          <Head as="span" className="text-h3">
            この招待は使用できません
          </Head>
        }
      >
        <p>リンクの有効期限（24時間）が切れたか、使用済みです。招待した担当者に再送を依頼してください。</p>
      </StaffEntry>
    )
  return (
    <StaffEntry
      title={
        <Head as="span" className="text-h3">
          運営の設定
        </Head>
      }
      wide
    >
      <Form method="post" noValidate className="grid grid-cols-1 gap-6">
        <p className="wrap-anywhere">
          {invited.isReset ? '二段階認証を再設定します。' : `${invited.name} 様、ようこそ。`}
          運営の画面にサインインするには、パスワードと、二段階認証のいずれか1つが必要です。
        </p>
        {actionData?.problem && Object.keys(actionData.problem.fields).length === 0 && (
          <Notice tone="akane">{actionData.problem.summary}</Notice>
        )}
        <input type="email" name="email" value={invited.email} autoComplete="username" readOnly hidden />
        <section className="grid grid-cols-1 gap-3">
          <h2 className="text-h4">1. パスワード</h2>
          <PasswordField
            label="新しいパスワード"
            name="password"
            autoComplete="new-password"
            help={`${invited.least}文字以上。長い言葉を複数組み合わせると、覚えやすく破られにくくなります。`}
            required
            minLength={invited.least}
            error={actionData?.problem?.fields.password}
          />
        </section>
        <section className="grid grid-cols-1 gap-3">
          <h2 className="text-h4">2. 認証アプリで二段階認証</h2>
          <TotpSetup qr={invited.qr} spelled={invited.spelled} account={invited.email} />
          <TotpCodeField
            label="確認コード"
            help="アプリに表示されている6桁の数字"
            error={actionData?.problem?.fields.code}
          />
          <Button size="lg" busy={busy}>
            認証アプリで設定する
          </Button>
        </section>
        <section className="grid grid-cols-1 gap-3">
          <h2 className="text-h4">または、パスキーで二段階認証</h2>
          <p>指紋・顔・画面ロックで確認します。現在の端末や、セキュリティキーに保存されます。</p>
          <PasskeyPart questionAt="/admin/invitation/passkey" does="make" busy={busy}>
            パスキーで設定する
          </PasskeyPart>
        </section>
      </Form>
    </StaffEntry>
  )
}
