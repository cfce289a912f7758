import { Form, useNavigation } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { isRecentAuth, requirePerson } from '#authorization/recent-auth.ts'
import { phoneText } from '#kernel/phone.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { linkIdentity } from '#modules/identity/login-methods/link-identity.server.ts'
import { identityName } from '#modules/identity/login-methods/login-methods.ts'
import { phoneOfTicket, provePhone, sendPhoneCode } from '#modules/identity/login-methods/phone-code.server.ts'
import { phoneCodeRefusalText } from '#modules/identity/login-methods/phone-labels.ts'
import { linkRefusalText } from '#modules/identity/login-methods/verified-identity.ts'
import { phoneCookie } from '#modules/identity/session.ts'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { WaitNotice } from '#modules/identity/ui/wait-notice.tsx'
import { FieldPanel } from '#routes/auth/field-panel.tsx'
import { notSent, PhoneForm, phoneWay } from '#routes/auth/phone/phone-way.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { PhoneField } from '#ui/fields/phone-field.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, invalid, type Problem, parseForm, refused, refusedForNow, typedIn } from '#web/form.ts'
import { guarded } from '#web/guard.server.ts'
import { runJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { proven } from '#web/prove-again.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { forgetCookie, keepCookie, readCookie } from '#web/session-cookie.server.ts'
import type { Route } from './+types/phone.ts'

export const meta = () => ownMeta('電話番号')
export const middleware = guarded('auth')

export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  phoneWay(context)
  const ticket = readCookie(request, phoneCookie)
  const waiting = ticket ? await phoneOfTicket(ctx, ticket, 'link') : null
  return { waiting: waiting && phoneText(waiting.phone), fresh: isRecentAuth(ctx.actor, ctx.now) }
})

const again = '/profile/phone'

/** A number, then the code sent to it; both need re-authentication within the last ten minutes. */
const changes = {
  other: async (_: Ctx, __: FormData, ___: Route.ActionArgs) =>
    forget(await redirectWithFlash(again, '番号を入力し直してください。')),
  send: proven(send),
  code: proven(code),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  phoneWay(args.context)
  return runJob(changes, ctx, await formOf(args.request), args)
})

async function send(ctx: Ctx, form: FormData, { context }: Route.ActionArgs) {
  const read = parseForm(PhoneForm, form)
  if (!read.ok) return invalid(read.problem)
  const { ip, secureOrigin } = context.get(requestFacts)
  const { personId } = requirePerson(ctx.actor)
  const wish = { ...read.value, purpose: 'link' as const, personId, ip, host: new URL(secureOrigin).hostname }
  const sent = await sendPhoneCode(ctx, phoneWay(context), wish)
  if (!sent.ok) return notSent(sent, form)
  const answer = await redirectWithFlash(again, '確認コードを送信しました。')
  answer.headers.append('set-cookie', keepCookie(phoneCookie, sent.value.ticket))
  return answer
}

async function code(ctx: Ctx, form: FormData, { request, context }: Route.ActionArgs) {
  const { code: typed = '' } = typedIn(form)
  form.delete('code')
  const { encryption, ip, loginMethods } = context.get(requestFacts)
  const { personId } = requirePerson(ctx.actor)
  const ticket = readCookie(request, phoneCookie) ?? ''
  const proven = await provePhone(ctx, encryption, { ticket, typed, purpose: 'link', personId, ip })
  if (!proven.ok && proven.refusal === 'begin_again')
    return forget(await redirectWithFlash(again, phoneCodeRefusalText.begin_again))
  if (!proven.ok && proven.refusal === 'too_many_tries')
    return refusedForNow(phoneCodeRefusalText.too_many_tries, form, waitSecondsOf(proven))
  if (!proven.ok) return refused(phoneCodeRefusalText[proven.refusal], form, 'code', 401)
  const number = identityName(loginMethods, proven.value)
  const linked = await linkIdentity(ctx, proven.value, number)
  if (!linked.ok) return forget(await redirectWithFlash(again, linkRefusalText[linked.refusal]))
  return forget(await redirectWithFlash('/profile#ways-in', `${number} でサインインできるようになりました。`))
}

function forget(answer: Response): Response {
  answer.headers.append('set-cookie', forgetCookie(phoneCookie))
  return answer
}

export default function PhonePage({ loaderData: { waiting, fresh }, actionData }: Route.ComponentProps) {
  const problem: Problem | undefined = actionData?.problem
  const busy = useNavigation().state !== 'idle'
  return (
    <FieldPanel>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          電話番号
        </Head>
      </h1>
      <WaitNotice problem={problem} />
      {problem && !problem.waitSeconds && Object.keys(problem.fields).length === 0 && (
        <Notice tone="akane">{problem.summary}</Notice>
      )}
      {waiting ? (
        <>
          <p>
            <b className="num">{waiting}</b>{' '}
            <Explained>にSMSを送信しました。届いた6桁の数字を入力してください。</Explained>
          </p>
          <Form method="post" noValidate className="grid grid-cols-1 gap-5">
            <input type="hidden" name="intent" value="code" />
            <CodeField id="phone-code" name="code" label="確認コード" need="required" error={problem?.fields.code} />
            <ProofField id="phone-proof" fresh={fresh} problem={problem} />
            <Button size="lg" busy={busy}>
              確認して登録する
            </Button>
          </Form>
          <Form method="post">
            <input type="hidden" name="intent" value="other" />
            <Button kind="text">番号を再入力・再送</Button>
          </Form>
        </>
      ) : (
        <>
          <p>
            <Explained>
              携帯電話に、6桁の確認コードをSMSで送信します。登録すると、その番号でサインインできるようになります。
            </Explained>
          </p>
          <Form method="post" noValidate className="grid grid-cols-1 gap-5">
            <input type="hidden" name="intent" value="send" />
            <PhoneField
              id="phone-number"
              name="phone"
              label="携帯電話番号"
              need="required"
              defaultValue={problem?.typed.phone ?? ''}
              error={problem?.fields.phone}
            />
            <ProofField id="phone-proof" fresh={fresh} problem={problem} />
            <Button size="lg" busy={busy}>
              確認コードを送信
            </Button>
          </Form>
        </>
      )}
      <ButtonLink to="/profile#ways-in" kind="line" size="lg">
        設定に戻る
      </ButtonLink>
    </FieldPanel>
  )
}
