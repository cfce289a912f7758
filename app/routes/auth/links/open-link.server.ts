import { data, type RouterContextProvider, redirect } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { type RefusalDetail, waitSecondsOf } from '#kernel/result.ts'
import { accountChangeWord } from '#modules/identity/account-changes/account-change-labels.ts'
import { stopAccountChange } from '#modules/identity/account-changes/stop-account-change.server.ts'
import { changeEmail, type LinkRefusal } from '#modules/identity/change-email.server.ts'
import type { LinkMode } from '#modules/identity/mail-links.ts'
import { recoverEmail } from '#modules/identity/recover-email.server.ts'
import { resetPassword } from '#modules/identity/reset-password.server.ts'
import { deviceCookie, draftCookie } from '#modules/identity/session.ts'
import { tooManyTries } from '#modules/identity/too-many-labels.ts'
import { type Confirmed, confirmEmail, disownAccount } from '#modules/organisations/sign-up/confirm-email.server.ts'
import { deviceOn, doors, enter } from '#web/enter.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { invalid, refused, refusedForNow, shownAgain } from '#web/form.ts'
import { requestFacts } from '#web/request-context.ts'
import { keepCookie, readCookie } from '#web/session-cookie.server.ts'
import { forgetLink, type MailLink } from './link-cookie.server.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }
type Pressed = { ctx: Ctx; args: Args; code: string; form: FormData; ip: string | null; encryption: Encryption }

/** Does what the link is for, and redirects to an address without the code. */
export async function openMailLink(ctx: Ctx, args: Args, { mode, code }: MailLink, form: FormData) {
  const { ip, encryption } = args.context.get(requestFacts)
  return press[mode]({ ctx, args, code, form, ip, encryption })
}

const press = {
  verifyEmail,
  resetPassword: setNew,
  verifyAndChangeEmail: change,
  recoverEmail: recover,
  stopAccountChange: stop,
} satisfies Record<LinkMode, unknown>

async function verifyEmail({ ctx, args, code, form, ip }: Pressed) {
  if (form.get('intent') === 'disown') {
    const gone = await disownAccount(ctx, code)
    return gone.ok ? away('/auth', 'このアドレスの登録を取り消しました。今後、メールは届きません。') : spent()
  }
  const password = form.get('password')
  const userAgent = args.request.headers.get('user-agent')
  const result = await confirmEmail(ctx, {
    code,
    draftToken: readCookie(args.request, draftCookie),
    password: typeof password === 'string' && password !== '' ? password : null,
    ip,
    userAgent,
  })
  if (result.ok) return leave(await come(ctx, args, result.value))
  if (result.refusal === 'code_unusable') return spent()
  if (result.refusal === 'too_many_tries') return refusedForNow(tooManyTries, form, waitSecondsOf(result))
  if (result.refusal === 'sign_in_needed') return refused(signInNeeded, form, undefined, 409)
  const sentence = {
    password_needed: '登録時のパスワードを入力してください。',
    wrong_credentials: 'パスワードが違います。もう一度確認してください。',
  }[result.refusal]
  return refused(sentence, form, 'password', result.refusal === 'password_needed' ? 409 : 401)
}

/** Signed in directly, or to the second step, which continues to the same page. */
async function come(ctx: Ctx, args: Args, confirmed: Confirmed): Promise<Response> {
  if ('token' in confirmed) return enter(ctx, args, 'people', confirmed)
  return redirect(`/auth/signIn/code?returnTo=${encodeURIComponent(confirmed.to)}`, {
    headers: { 'set-cookie': keepCookie(doors.people.ticket, confirmed.ticket) },
  })
}

const signInNeeded =
  'この登録は、電話番号または他のサービスで開始されています。この端末で先にサインインしてから、もう一度メールのボタンを押してください。'

/** A user with the link from the mail has proven ownership of the account: this device is known to it from now on. */
async function setNew({ ctx, args, code, form, ip }: Pressed) {
  const password = form.get('newPassword')
  // the page asks about passkeys if there were some; a form without the question ends them
  const keepPasskeys = form.get('passkeys') === 'asked' && form.get('endPasskeys') !== 'yes'
  const chosen = typeof password === 'string' ? password : ''
  const result = await resetPassword(ctx, { code, password: chosen, keepPasskeys, ip })
  if (result.ok) {
    const answer = await away('/auth/signIn', 'パスワードを変更しました。新しいパスワードでサインインしてください。')
    answer.headers.append('set-cookie', keepCookie(deviceCookie, deviceOn(args, 'people', result.value.email)))
    return answer
  }
  if (result.refusal !== 'password_refused') return refusedLink({ ...result, refusal: result.refusal }, form)
  const sentence = String(result.detail?.sentence)
  return invalid({ fields: { newPassword: sentence }, summary: sentence, typed: shownAgain(form) })
}

async function change({ ctx, code, form, ip, encryption }: Pressed) {
  const result = await changeEmail(ctx, { code, ip, encryption })
  return result.ok ? leave(redirect(`/${code}/updateEmail`)) : refusedLink(result, form)
}

async function recover({ ctx, code, form, ip, encryption }: Pressed) {
  const result = await recoverEmail(ctx, { code, ip, encryption })
  if (!result.ok) return refusedLink(result, form)
  return away(
    '/auth/resetPassword',
    '元のメールアドレスに戻しました。すべての端末からサインアウトしました。届いたメールから、新しいパスワードを設定してください。',
  )
}

async function stop({ ctx, code, form, ip }: Pressed) {
  const result = await stopAccountChange(ctx, { code, ip })
  if (!result.ok) return refusedLink(result, form)
  return away(
    result.value.ofStaff ? '/admin/signin' : '/auth/signIn',
    `${accountChangeWord[result.value.kind]}を停止しました。お心当たりがない場合は、パスワードの変更をおすすめします。`,
  )
}

const refusedLink = (refused: { refusal: LinkRefusal; detail?: RefusalDetail }, form: FormData) =>
  refused.refusal === 'code_unusable' ? spent() : refusedForNow(tooManyTries, form, waitSecondsOf(refused))

/** One response for used, expired and unknown. */
const spent = () => data({ spent: true as const }, { status: 410 })

const away = async (to: string, notice: string) => leave(await redirectWithFlash(to, notice))

async function leave(answer: Response): Promise<Response> {
  answer.headers.append('set-cookie', await forgetLink())
  return answer
}
