import { Form, useNavigation } from 'react-router'
import { isFresh, requirePerson } from '#access/fresh.ts'
import { type PhoneRefusal, phoneRefusalText, phoneText } from '#kernel/phone.ts'
import { readMobilePhone } from '#kernel/phone-check.server.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { phoneCookie } from '#modules/identity/session.ts'
import { WaitNotice } from '#modules/identity/ui/wait-notice.tsx'
import { linkIdentity } from '#modules/identity/ways-in/link-identity.server.ts'
import { phoneOfTicket, provePhone, sendPhoneCode } from '#modules/identity/ways-in/phone-code.server.ts'
import { noMobileText, phoneCodeRefusalText } from '#modules/identity/ways-in/phone-words.ts'
import { linkRefusalText } from '#modules/identity/ways-in/verified-identity.ts'
import { identityName } from '#modules/identity/ways-in/ways-in.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { PhoneField } from '#ui/fields/phone-field.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { FieldPanel } from '../auth/field-panel.tsx'
import { notSent, phoneWay } from '../auth/phone/phone-way.server.ts'
import { formOf, type Problem, refused, refusedForNow, typedIn, withoutPasswords } from '../form.ts'
import { guarded } from '../guard.server.ts'
import { redirectWithNotice } from '../notice.server.ts'
import { page, pageAction } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import { withProof } from '../prove-again.server.ts'
import { requestFacts } from '../request-context.ts'
import { forgetCookie, keepCookie, readCookie } from '../session-cookie.server.ts'
import type { Route } from './+types/phone.ts'
import { ProofField } from './proof-field.tsx'

export const meta = () => ownMeta('電話番号')
export const middleware = guarded('auth')

export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  phoneWay(context)
  const ticket = readCookie(request, phoneCookie)
  const waiting = ticket ? await phoneOfTicket(ctx, ticket, 'link') : null
  return { waiting: waiting && phoneText(waiting.phone), fresh: isFresh(ctx.actor, ctx.now) }
})

const again = '/profile/phone'

/** A number, then the digits that came to it; both by a session of the last ten minutes. */
export const action = pageAction(async (ctx, { request, context }: Route.ActionArgs) => {
  const sending = phoneWay(context)
  const { ip, secureOrigin, waysIn } = context.get(requestFacts)
  const form = await formOf(request)
  const { intent, phone = '', code = '' } = typedIn(form)
  const { personId } = requirePerson(ctx.actor)
  if (intent === 'other') return forget(await redirectWithNotice(again, '番号を入力しなおしてください。'))
  return withProof(ctx, form, async (ctx) => {
    withoutPasswords(form)
    if (intent === 'send') {
      const read = readMobilePhone(phone)
      if (!read.ok) return refused(numberText(read.refusal), form, 'phone', 422)
      const host = new URL(secureOrigin).hostname
      const wish = { phone: read.value, purpose: 'link' as const, personId, ip, host }
      const sent = await sendPhoneCode(ctx, sending, wish)
      if (!sent.ok) return notSent(sent, form)
      const answer = await redirectWithNotice(again, '確認コードを送りました。')
      answer.headers.append('set-cookie', keepCookie(phoneCookie, sent.value.ticket))
      return answer
    }
    const ticket = readCookie(request, phoneCookie) ?? ''
    const proven = await provePhone(ctx, sending.vault, { ticket, typed: code, purpose: 'link', personId, ip })
    form.delete('code')
    if (!proven.ok && proven.refusal === 'begin_again')
      return forget(await redirectWithNotice(again, phoneCodeRefusalText.begin_again))
    if (!proven.ok && proven.refusal === 'too_many_tries')
      return refusedForNow(phoneCodeRefusalText.too_many_tries, form, waitSecondsOf(proven))
    if (!proven.ok) return refused(phoneCodeRefusalText[proven.refusal], form, 'code', 401)
    const number = identityName(waysIn, proven.value)
    const linked = await linkIdentity(ctx, proven.value, number)
    if (!linked.ok) return forget(await redirectWithNotice(again, linkRefusalText[linked.refusal]))
    return forget(await redirectWithNotice('/profile#ways-in', `${number} で入れるようになりました。`))
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
