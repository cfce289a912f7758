import { Form, redirect, useNavigation } from 'react-router'
import { sendPhoneCode } from '#modules/identity/login-methods/phone-code.server.ts'
import { phoneCookie } from '#modules/identity/session.ts'
import { WaitNotice } from '#modules/identity/ui/wait-notice.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { PhoneField } from '#ui/fields/phone-field.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { Head } from '#ui/head.tsx'
import { deviceOf } from '#web/enter.server.ts'
import { formOf, invalid, type Problem, parseForm } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { keepCookie } from '#web/session-cookie.server.ts'
import { FieldPanel } from '../field-panel.tsx'
import type { Route } from './+types/number.ts'
import { notSent, PhoneForm, phoneWay } from './phone-way.server.ts'

export const meta = () => ownMeta('電話番号でサインイン')

export const loader = page(async (_, { context }: Route.LoaderArgs) => {
  phoneWay(context)
  return null
})

/** The same response for a number with and without an account. */
export const action = page(async (ctx, args: Route.ActionArgs) => {
  const { request, context } = args
  const sending = phoneWay(context)
  const { ip, secureOrigin } = context.get(requestFacts)
  const form = await formOf(request)
  const read = parseForm(PhoneForm, form)
  if (!read.ok) return invalid(read.problem)
  const { phone } = read.value
  const device = deviceOf(args, 'people', phone)
  const wish = { phone, purpose: 'enter' as const, personId: null, device, ip, host: new URL(secureOrigin).hostname }
  const sent = await sendPhoneCode(ctx, sending, wish)
  if (sent.ok)
    return redirect(`/auth/signIn/phone/code${new URL(request.url).search}`, {
      headers: { 'set-cookie': keepCookie(phoneCookie, sent.value.ticket) },
    })
  return notSent(sent, form)
})

const idOf = (name: string) => `phone-${name}`

export default function PhoneNumberPage({ actionData }: Route.ComponentProps) {
  const problem: Problem | undefined = actionData?.problem
  const check = useFormCheck(problem, idOf)
  const busy = useNavigation().state !== 'idle'
  return (
    <FieldPanel>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          電話番号でサインイン
        </Head>
      </h1>
      <p>
        <Explained>携帯電話に、6桁の確認コードをSMSで送信します。初めての方は、そのまま登録に進めます。</Explained>
      </p>
      <Form method="post" noValidate onSubmit={check.onSubmit} className="grid grid-cols-1 gap-5">
        <FormSummary problems={check.problems} refusal={problem?.waitSeconds ? undefined : check.refusal} />
        <WaitNotice problem={problem} />
        <PhoneField
          id={idOf('phone')}
          name="phone"
          label="携帯電話番号"
          need="required"
          defaultValue={problem?.typed.phone ?? ''}
          error={problem?.fields.phone}
        />
        <Button size="lg" busy={busy}>
          確認コードを送信
        </Button>
      </Form>
      <ButtonLink to="/auth/signIn" kind="text" className="justify-self-start">
        他の方法でサインイン
      </ButtonLink>
    </FieldPanel>
  )
}
