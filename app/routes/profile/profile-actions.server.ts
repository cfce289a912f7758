import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { parseId } from '#kernel/ids.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { endOwnCalendar } from '#modules/identity/access-keys.server.ts'
import { keysText } from '#modules/identity/access-keys.ts'
import { stopOwnAccountChange } from '#modules/identity/account-changes/stop-account-change.server.ts'
import { revokeApiToken } from '#modules/identity/api-tokens.server.ts'
import { changePassword } from '#modules/identity/change-password.server.ts'
import { endOtherSessions, endOwnSession } from '#modules/identity/end-sessions.server.ts'
import { unlinkIdentity } from '#modules/identity/login-methods/link-identity.server.ts'
import { identityName } from '#modules/identity/login-methods/login-methods.ts'
import { requestEmailChange } from '#modules/identity/request-email-change.server.ts'
import { saveAnnouncementMails } from '#modules/identity/save-announcement-mails.server.ts'
import { saveName } from '#modules/identity/save-name.server.ts'
import { sessionCookie } from '#modules/identity/session.ts'
import { endWebhook } from '#modules/notifications/webhooks/keep-webhook.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { invalid, refused, refusedForNow, staleForm } from '#web/form.ts'
import { job } from '#web/jobs.server.ts'
import { proven } from '#web/prove-again.server.ts'
import { checked, readForm } from '#web/read-form.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { keepCookie } from '#web/session-cookie.server.ts'

type Args = { context: Readonly<RouterContextProvider> }

const saved = (notice: string, to = '/profile') => redirectWithFlash(to, notice)
/** The next page of a job whose result nobody needs. */
const done = (notice: string, to?: string) => (_: unknown, __: unknown, ___: Ctx, ____: Args) => saved(notice, to)

const endOthers = job(endOtherSessions, {
  done: ({ devices, ended }, _, __, ___: Args) => {
    const said = devices > 0 ? `他の${devices}台をサインアウトしました。` : 'サインイン中の他の端末はありません。'
    const also = keysText(ended)
    return saved(also ? `${said}${also}を無効にしました。` : said, '/profile#devices')
  },
})

/** The forms of the page, by name. */
export const profileChanges = {
  name: job(saveName, { done: done('お名前を保存しました。') }),
  email,
  password: proven(
    job(changePassword, {
      // a password is read as it was typed, spaces included
      read: (form) =>
        checked(
          z.object(changePassword.declaration.input),
          { password: String(form.get('newPassword') ?? ''), keys: form.getAll('keys') },
          form,
        ),
      done: async ({ token }, _, __, ___: Args) => {
        const answer = await saved('パスワードを変更しました。他の端末はサインアウトしました。')
        answer.headers.append('set-cookie', keepCookie(sessionCookie, token))
        return answer
      },
      at: () => 'newPassword',
    }),
  ),
  /** Only re-authentication; its purpose is in the same card. */
  prove: proven((_, __, ___: Args) => saved('確認しました。10分以内にファイルを保存してください。', '/profile#data')),
  device: job(endOwnSession, { done: done('その端末をサインアウトしました。', '/profile#devices') }),
  /** All other devices; the password is required to end passkeys as well. */
  devices: (ctx: Ctx, form: FormData, args: Args) =>
    (form.getAll('keys').includes('passkeys') ? proven(endOthers) : endOthers)(ctx, form, args),
  /** Removes a number or a service from the account. */
  unlink: proven(
    job(unlinkIdentity, {
      fields: ({ context }: Args, _, form) => {
        const [issuer, subject] = ['issuer', 'subject'].map((name) => String(form.get(name) ?? ''))
        const called = identityName(context.get(requestFacts).loginMethods, {
          issuer: issuer ?? '',
          subject: subject ?? '',
        })
        return { provider: 'embedded', called }
      },
      done: (_, { called }) => saved(`${called}の連携を解除しました。`, '/profile#ways-in'),
    }),
  ),
  notices: job(saveAnnouncementMails, { done: done('お知らせの届け先を保存しました。', '/profile#notices') }),
  token: job(revokeApiToken, { done: done('連携用トークンを無効にしました。', '/profile#tokens') }),
  calendar: job(endOwnCalendar, { done: done('カレンダー配信を停止しました。', '/profile#tokens') }),
  webhook,
  /** Stops a change of the account by staff, which an attacker may have requested. */
  'stop-change': job(stopOwnAccountChange, {
    done: done('運営による変更を停止しました。お心当たりがない場合は、パスワードの変更をおすすめします。'),
  }),
}

/** What was typed is read before the password is asked for; a limit says how long to wait. */
async function email(ctx: Ctx, form: FormData, args: Args) {
  const read = readForm(z.object(requestEmailChange.declaration.input), form)
  if (!read.ok) return invalid(read.problem)
  const { text } = requestEmailChange.declaration.refusals
  return proven(async (ctx: Ctx, form: FormData, { context }: Args) => {
    const result = await requestEmailChange(ctx, read.value, context.get(requestFacts))
    if (result.ok)
      return saved(`${read.value.email} にメールを送信しました。メールのボタンを押すと、アドレスが変更されます。`)
    if (result.refusal === 'too_many_tries') return refusedForNow(text(result.refusal), form, waitSecondsOf(result))
    return refused(text(result.refusal), form, 'email')
  })(ctx, form, args)
}

async function webhook(ctx: Ctx, form: FormData, _: Args) {
  const id = parseId<'webhook'>(form.get('id'))
  if (!id) return refused(staleForm, form)
  await endWebhook(ctx, { id })
  return saved('Webhookを停止しました。', '/profile#tokens')
}
