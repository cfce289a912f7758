import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { emailRefusalText, readEmail } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { parseId } from '#kernel/ids.ts'
import { kanaRefusalText, readKana } from '#kernel/kana.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { endOwnCalendar } from '#modules/identity/access-keys.server.ts'
import { keysText } from '#modules/identity/access-keys.ts'
import { stopOwnAccountChange } from '#modules/identity/account-changes/stop-account-change.server.ts'
import { revokeApiToken } from '#modules/identity/api-tokens.server.ts'
import { changePassword } from '#modules/identity/change-password.server.ts'
import { endOtherSessions, endOwnSession } from '#modules/identity/end-sessions.server.ts'
import { unlinkIdentity } from '#modules/identity/login-methods/link-identity.server.ts'
import { identityName, type LoginMethods } from '#modules/identity/login-methods/login-methods.ts'
import { unlinkRefusalText } from '#modules/identity/login-methods/verified-identity.ts'
import { type EmailChangeRefusal, requestEmailChange } from '#modules/identity/request-email-change.server.ts'
import { saveAnnouncementMails } from '#modules/identity/save-announcement-mails.server.ts'
import { saveName } from '#modules/identity/save-name.server.ts'
import { sessionCookie } from '#modules/identity/session.ts'
import { endWebhook } from '#modules/notifications/webhooks/keep-webhook.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import {
  invalid,
  nameWords,
  parseForm,
  refused,
  refusedForNow,
  staleForm,
  typedIn,
  withoutPasswords,
} from '#web/form.ts'
import { withProof } from '#web/prove-again.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { keepCookie } from '#web/session-cookie.server.ts'
import { typed, typedOrNothing } from '#web/typed-fields.ts'
import { keysTicked } from './security/key-field.ts'

type Asked = { ctx: Ctx; form: FormData; ip: string | null; encryption: Encryption; loginMethods: LoginMethods }

/** The forms of the page, by name, and their actions. */
const intents = {
  name,
  email,
  password,
  prove,
  device,
  devices,
  unlink,
  notifications,
  token,
  calendar,
  webhook,
  'stop-change': stopChange,
}

export async function saveProfile(ctx: Ctx, form: FormData, context: Readonly<RouterContextProvider>) {
  const { ip, encryption, loginMethods } = context.get(requestFacts)
  const intent = String(form.get('intent'))
  if (!isIntent(intent)) throw data(null, { status: 400 })
  return intents[intent]({ ctx, form, ip, encryption, loginMethods })
}

const isIntent = (intent: string): intent is keyof typeof intents => Object.hasOwn(intents, intent)

const Name = z.object({
  name: nameWords(60).min(1, 'お名前を入力してください。'),
  nameKana: typedOrNothing(readKana, kanaRefusalText),
})

async function name({ ctx, form }: Asked) {
  const read = parseForm(Name, form)
  if (!read.ok) return invalid(read.problem)
  await saveName(ctx, { name: read.value.name, nameKana: read.value.nameKana ?? '' })
  return saved('お名前を保存しました。')
}

const Email = z.object({ email: typed(readEmail, emailRefusalText) })
const emailText: Record<EmailChangeRefusal, string> = {
  same_email: 'いまのアドレスと同じです。新しいアドレスを入力してください。',
  too_many_tries: 'きょうはもう何度も送りました。しばらく待ってから、もう一度お試しください。',
}

async function email({ ctx, form, ip, encryption }: Asked) {
  const read = parseForm(Email, form)
  if (!read.ok) return invalid(read.problem)
  return withProof(ctx, form, async (ctx) => {
    const result = await requestEmailChange(ctx, { email: read.value.email, ip, encryption })
    if (result.ok)
      return saved(`${read.value.email} にメールを送りました。メールのボタンを押すと、アドレスが変わります。`)
    if (result.refusal === 'too_many_tries') return refusedForNow(emailText.too_many_tries, form, waitSecondsOf(result))
    return refused(emailText[result.refusal], form, 'email')
  })
}

async function password({ ctx, form }: Asked) {
  const typedPassword = form.get('newPassword')
  return withProof(ctx, form, async (ctx) => {
    const chosen = typeof typedPassword === 'string' ? typedPassword : ''
    const result = await changePassword(ctx, { password: chosen, keys: keysTicked(form) })
    if (result.ok) {
      const answer = await saved('パスワードを変えました。ほかの端末はサインアウトしました。')
      answer.headers.append('set-cookie', keepCookie(sessionCookie, result.value.token))
      return answer
    }
    const sentence = String(result.detail?.sentence)
    return invalid({ fields: { newPassword: sentence }, summary: sentence, typed: typedIn(withoutPasswords(form)) })
  })
}

const Unlink = z.object({ issuer: z.string().min(1).max(500), subject: z.string().min(1).max(500) })

/** Removes a number or a service from the account. */
async function unlink({ ctx, form, loginMethods }: Asked) {
  const read = parseForm(Unlink, form)
  if (!read.ok) return invalid(read.problem)
  const called = identityName(loginMethods, read.value)
  return withProof(ctx, form, async (ctx) => {
    const result = await unlinkIdentity(ctx, { provider: 'embedded', ...read.value }, called)
    return result.ok
      ? saved(`${called}を外しました。`, '/profile#ways-in')
      : refused(unlinkRefusalText[result.refusal], form)
  })
}

/** Only re-authentication; its purpose is in the same card. */
function prove({ ctx, form }: Asked) {
  return withProof(ctx, form, () => saved('確かめました。10分のあいだにファイルを保存してください。', '/profile#data'))
}

/** Stops a change of the account by staff, which an attacker may have requested. */
async function stopChange({ ctx, form }: Asked) {
  const done = await stopOwnAccountChange(ctx)
  return done.ok
    ? saved('運営による変更を停止しました。お心当たりのない場合は、パスワードの変更をおすすめします。')
    : refused('この変更は、すでに終了しています。', form)
}

async function device({ ctx, form }: Asked) {
  await endOwnSession(ctx, String(form.get('device')))
  return saved('その端末をサインアウトしました。', '/profile#devices')
}

/** All other devices; the password is required to end passkeys as well. */
async function devices({ ctx, form }: Asked) {
  const keys = keysTicked(form)
  const run = async (ctx: Ctx) => {
    const { devices, ended } = await endOtherSessions(ctx, keys)
    const said =
      devices > 0 ? `ほかの${devices}台をサインアウトしました。` : 'ほかにサインインしている端末はありません。'
    const also = keysText(ended)
    return saved(also ? `${said}${also}を無効にしました。` : said, '/profile#devices')
  }
  return keys.includes('passkeys') ? withProof(ctx, form, run) : run(ctx)
}

async function token({ ctx, form }: Asked) {
  const id = parseId<'apiToken'>(form.get('id'))
  if (!id) return refused(staleForm, form)
  await revokeApiToken(ctx, id)
  return saved('連携用トークンを無効にしました。', '/profile#tokens')
}

async function calendar({ ctx, form }: Asked) {
  const id = parseId<'membership'>(form.get('id'))
  if (!id) return refused(staleForm, form)
  await endOwnCalendar(ctx, id)
  return saved('カレンダー配信を停止しました。', '/profile#tokens')
}

async function webhook({ ctx, form }: Asked) {
  const id = parseId<'webhook'>(form.get('id'))
  if (!id) return refused(staleForm, form)
  await endWebhook(ctx, id)
  return saved('Webhookを停止しました。', '/profile#tokens')
}

/** A switch that is off is not sent. */
async function notifications({ ctx, form }: Asked) {
  const announcementMails = form.get('announcementMails') === 'on'
  await saveAnnouncementMails(ctx, { announcementMails, priceMails: form.get('priceMails') === 'on' })
  return saved('お知らせの届け先を保存しました。', '/profile#notices')
}

const saved = (notice: string, to = '/profile') => redirectWithFlash(to, notice)
