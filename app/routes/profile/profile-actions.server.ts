import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#access/ctx.ts'
import { emailRefusalText, readEmail } from '#kernel/email.ts'
import { kanaRefusalText, readKana } from '#kernel/kana.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import type { Vault } from '#kernel/vault.ts'
import { changePassword } from '#modules/identity/change-password.server.ts'
import { endOtherSessions, endOwnSession } from '#modules/identity/end-sessions.server.ts'
import { type EmailChangeRefusal, requestEmailChange } from '#modules/identity/request-email-change.server.ts'
import { saveName } from '#modules/identity/save-name.server.ts'
import { saveNotices } from '#modules/identity/save-notices.server.ts'
import { sessionCookie } from '#modules/identity/session.ts'
import { unlinkIdentity } from '#modules/identity/ways-in/link-identity.server.ts'
import { unlinkRefusalText } from '#modules/identity/ways-in/verified-identity.ts'
import { identityName, type WaysIn } from '#modules/identity/ways-in/ways-in.ts'
import { invalid, nameWords, parseForm, refused, refusedForNow } from '../form.ts'
import { redirectWithNotice } from '../notice.server.ts'
import { withProof } from '../prove-again.server.ts'
import { requestFacts } from '../request-context.ts'
import { keepCookie } from '../session-cookie.server.ts'
import { typed, typedOrNothing } from '../typed-fields.ts'

type Asked = { ctx: Ctx; form: FormData; ip: string | null; vault: Vault; waysIn: WaysIn }

/** Which form of the page was sent, and what it does. */
const intents = { name, email, password, prove, device, devices, unlink, notices }

export async function saveProfile(ctx: Ctx, form: FormData, context: Readonly<RouterContextProvider>) {
  const { ip, vault, waysIn } = context.get(requestFacts)
  const intent = String(form.get('intent'))
  if (!isIntent(intent)) throw data(null, { status: 400 })
  return intents[intent]({ ctx, form, ip, vault, waysIn })
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
  unproven: 'いまのアドレスの確認がまだです。届いたメールのボタンを押してから、変えてください。',
  too_many_tries: 'きょうはもう何度も送りました。しばらく待ってから、もう一度お試しください。',
}

async function email({ ctx, form, ip, vault }: Asked) {
  const read = parseForm(Email, form)
  if (!read.ok) return invalid(read.problem)
  return withProof(ctx, form, async (ctx) => {
    const result = await requestEmailChange(ctx, { email: read.value.email, ip, vault })
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
    const result = await changePassword(ctx, { password: chosen })
    if (result.ok) {
      const answer = await saved('パスワードを変えました。ほかの端末はサインアウトしました。')
      answer.headers.append('set-cookie', keepCookie(sessionCookie, result.value.token))
      return answer
    }
    const sentence = String(result.detail?.sentence)
    return invalid({ fields: { newPassword: sentence }, summary: sentence, typed: { intent: 'password' } })
  })
}

const Unlink = z.object({ issuer: z.string().min(1).max(500), subject: z.string().min(1).max(500) })

/** Takes a number or a service away from the account. */
async function unlink({ ctx, form, waysIn }: Asked) {
  const read = parseForm(Unlink, form)
  if (!read.ok) return invalid(read.problem)
  const called = identityName(waysIn, read.value)
  return withProof(ctx, form, async (ctx) => {
    const result = await unlinkIdentity(ctx, { provider: 'embedded', ...read.value }, called)
    return result.ok
      ? saved(`${called}を外しました。`, '/profile#ways-in')
      : refused(unlinkRefusalText[result.refusal], form)
  })
}

/** Only that it is really they; what it is for stands in the same card. */
function prove({ ctx, form }: Asked) {
  return withProof(ctx, form, () => saved('確かめました。10分のあいだにファイルを保存してください。', '/profile#data'))
}

async function device({ ctx, form }: Asked) {
  await endOwnSession(ctx, String(form.get('device')))
  return saved('その端末をサインアウトしました。', '/profile#devices')
}

async function devices({ ctx }: Asked) {
  const count = await endOtherSessions(ctx)
  const sentence = count > 0 ? `ほかの${count}台をサインアウトしました。` : 'ほかにサインインしている端末はありません。'
  return saved(sentence, '/profile#devices')
}

/** A switch that is off is not sent. */
async function notices({ ctx, form }: Asked) {
  const announcementMails = form.get('announcementMails') === 'on'
  await saveNotices(ctx, { announcementMails, priceMails: form.get('priceMails') === 'on' })
  return saved('お知らせの届け先を保存しました。', '/profile#notices')
}

const saved = (notice: string, to = '/profile') => redirectWithNotice(to, notice)
