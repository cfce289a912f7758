import { Form, useNavigation } from 'react-router'
import { isRecentAuth, requirePerson } from '#authorization/recent-auth.ts'
import { type PhoneRefusal, phoneRefusalText, phoneText } from '#kernel/phone.ts'
import { readMobilePhone } from '#kernel/phone-check.server.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { linkIdentity } from '#modules/identity/login-methods/link-identity.server.ts'
import { identityName } from '#modules/identity/login-methods/login-methods.ts'
import { phoneOfTicket, provePhone, sendPhoneCode } from '#modules/identity/login-methods/phone-code.server.ts'
import { noMobileText, phoneCodeRefusalText } from '#modules/identity/login-methods/phone-labels.ts'
import { linkRefusalText } from '#modules/identity/login-methods/verified-identity.ts'
import { phoneCookie } from '#modules/identity/session.ts'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { WaitNotice } from '#modules/identity/ui/wait-notice.tsx'
import { FieldPanel } from '#routes/auth/field-panel.tsx'
import { notSent, phoneWay } from '#routes/auth/phone/phone-way.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { PhoneField } from '#ui/fields/phone-field.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, type Problem, refused, refusedForNow, typedIn, withoutPasswords } from '#web/form.ts'
import { guarded } from '#web/guard.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { withProof } from '#web/prove-again.server.ts'
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
export const action = pageAction(async (ctx, { request, context }: Route.ActionArgs) => {
  const sending = phoneWay(context)
  const { ip, secureOrigin, loginMethods } = context.get(requestFacts)
  const form = await formOf(request)
  const { intent, phone = '', code = '' } = typedIn(form)
  const { personId } = requirePerson(ctx.actor)
  if (intent === 'other') return forget(await redirectWithFlash(again, '番号を入力しなおしてください。'))
  return withProof(ctx, form, async (ctx) => {
    withoutPasswords(form)
    if (intent === 'send') {
      const read = readMobilePhone(phone)
      if (!read.ok) return refused(numberText(read.refusal), form, 'phone', 422)
      const host = new URL(secureOrigin).hostname
      const wish = { phone: read.value, purpose: 'link' as const, personId, ip, host }
      const sent = await sendPhoneCode(ctx, sending, wish)
      if (!sent.ok) return notSent(sent, form)
      const answer = await redirectWithFlash(again, '確認コードを送りました。')
      answer.headers.append('set-cookie', keepCookie(phoneCookie, sent.value.ticket))
      return answer
    }
    const ticket = readCookie(request, phoneCookie) ?? ''
    const proven = await provePhone(ctx, sending.encryption, { ticket, typed: code, purpose: 'link', personId, ip })
    form.delete('code')
    if (!proven.ok && proven.refusal === 'begin_again')
      return forget(await redirectWithFlash(again, phoneCodeRefusalText.begin_again))
    if (!proven.ok && proven.refusal === 'too_many_tries')
      return refusedForNow(phoneCodeRefusalText.too_many_tries, form, waitSecondsOf(proven))
    if (!proven.ok) return refused(phoneCodeRefusalText[proven.refusal], form, 'code', 401)
    const number = identityName(loginMethods, proven.value)
    const linked = await linkIdentity(ctx, proven.value, number)
    if (!linked.ok) return forget(await redirectWithFlash(again, linkRefusalText[linked.refusal]))
    return forget(await redirectWithFlash('/profile#ways-in', `${number} で入れるようになりました。`))
  })
})

const numberText = (refusal: PhoneRefusal | 'no_mobile') =>
  refusal === 'no_mobile' ? noMobileText : phoneRefusalText(refusal)

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
            <b className="num">{waiting}</b> にSMSを送りました。届いた6けたの数字を入力してください。
          </p>
          <Form method="post" noValidate className="grid grid-cols-1 gap-5">
            <input type="hidden" name="intent" value="code" />
            <CodeField id="phone-code" name="code" label="確認コード" need="required" error={problem?.fields.code} />
            <ProofField id="phone-proof" fresh={fresh} problem={problem} />
            <Button size="lg" busy={busy}>
              確かめて登録する
            </Button>
          </Form>
          <Form method="post">
            <input type="hidden" name="intent" value="other" />
            <Button kind="text">番号を入力しなおす・もう一度送る</Button>
          </Form>
        </>
      ) : (
        <>
          <p>携帯電話に、6けたの確認コードをSMSで送ります。登録すると、その番号で入れるようになります。</p>
          <Form method="post" noValidate className="grid grid-cols-1 gap-5">
            <input type="hidden" name="intent" value="send" />
            <PhoneField
              id="phone-number"
              name="phone"
              label="携帯電話の番号"
              need="required"
              defaultValue={problem?.typed.phone ?? ''}
              error={problem?.fields.phone}
            />
            <ProofField id="phone-proof" fresh={fresh} problem={problem} />
            <Button size="lg" busy={busy}>
              確認コードを送る
            </Button>
          </Form>
        </>
      )}
      <ButtonLink to="/profile#ways-in" kind="line" size="lg">
        設定にもどる
      </ButtonLink>
    </FieldPanel>
  )
}
