import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { emailRefusalText, readEmail } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { kanaRefusalText, readKana } from '#kernel/kana.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { tooManyTries } from '#modules/identity/too-many-labels.ts'
import {
  acceptMemberInvitation,
  joinByInvitation,
  mailInvitation,
} from '#modules/organisations/members/accept-invitation.server.ts'
import { enter } from '#web/enter.server.ts'
import { firstPageOf } from '#web/first-page.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { invalid, nameWords, parseForm, refused, refusedForNow, withoutPasswords } from '#web/form.ts'
import { requestFacts } from '#web/request-context.ts'
import { typed, typedOrNothing } from '#web/typed-fields.ts'
import { forgetInvitation } from './invitation-cookie.server.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }
type Pressed = { ctx: Ctx; args: Args; code: string; form: FormData; ip: string | null; encryption: Encryption }

const intents = { accept, join, mail }

const acceptRefusalText = {
  already_member: 'すでにメンバーです。',
  email_missing:
    'このアカウントには、まだメールアドレスがありません。先に「わたしの設定」でメールアドレスを登録してください。',
  email_unproven:
    'このアカウントのメールアドレスは、まだ確認できていません。先に、登録のときにお送りしたメールのリンクを開いてください。',
}

/** Accepts an invitation, joins with it, or requests it by mail. */
export async function answerInvitation(ctx: Ctx, args: Args, code: string, form: FormData) {
  const { ip, encryption } = args.context.get(requestFacts)
  const intent = String(form.get('intent'))
  if (!isIntent(intent)) throw data(null, { status: 400 })
  return intents[intent]({ ctx, args, code, form, ip, encryption })
}

const isIntent = (intent: string): intent is keyof typeof intents => Object.hasOwn(intents, intent)

async function accept({ ctx, code, form }: Pressed) {
  const done = await acceptMemberInvitation(ctx, { code })
  if (done.ok)
    return leave(await redirectWithFlash(done.value.home, `${done.value.organisation}のメンバーになりました。`))
  if (done.refusal === 'code_unusable') return spent()
  return refused(acceptRefusalText[done.refusal], form)
}

const Join = z.object({
  name: nameWords(60).min(1, 'お名前を入力してください。'),
  nameKana: typedOrNothing(readKana, kanaRefusalText),
  password: z.string().max(128, 'パスワードが長すぎます。'),
})

async function join({ ctx, args, code, form, ip }: Pressed) {
  const read = parseForm(Join, form)
  const shown = withoutPasswords(form)
  if (!read.ok) return invalid({ ...read.problem, typed: { ...read.problem.typed, password: '' } })
  const { name, nameKana, password } = read.value
  const userAgent = args.request.headers.get('user-agent')
  const done = await joinByInvitation(ctx, { code, name, nameKana: nameKana ?? '', password, ip, userAgent })
  if (done.ok) {
    const { token, email } = done.value
    return leave(await enter(ctx, args, 'people', { token, email, to: firstPageOf(done.value, null) }))
  }
  if (done.refusal === 'code_unusable') return spent()
  if (done.refusal === 'too_many_tries') return refusedForNow(tooManyTries, shown, waitSecondsOf(done))
  if (done.refusal === 'password_refused') return refused(String(done.detail?.sentence), shown, 'password', 422)
  return refused('このアドレスには、もうアカウントがあります。サインインしてから参加してください。', shown)
}

const Mail = z.object({ email: typed(readEmail, emailRefusalText) })

async function mail({ ctx, code, form, ip, encryption }: Pressed) {
  const read = parseForm(Mail, form)
  if (!read.ok) return invalid(read.problem)
  const done = await mailInvitation(ctx, { code, email: read.value.email, ip, encryption })
  if (done.ok) return data({ sentTo: read.value.email })
  return done.refusal === 'code_unusable' ? spent() : refusedForNow(tooManyTries, form, waitSecondsOf(done))
}

/** One response for used, revoked, expired and unknown. */
const spent = () => data({ spent: true as const }, { status: 410 })

async function leave(answer: Response): Promise<Response> {
  answer.headers.append('set-cookie', await forgetInvitation())
  return answer
}
