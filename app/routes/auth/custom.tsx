import { useEffect, useState } from 'react'
import { data, Form, type MiddlewareFunction, useNavigation } from 'react-router'
import { waitSecondsOf } from '#kernel/result.ts'
import { customTokenRefusalText, enterWithCustomToken } from '#modules/identity/custom-token.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { enterVerified } from '#web/enter-verified.server.ts'
import { formOf, type Problem, refused, refusedForNow, typedIn } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestCtx, requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/custom.ts'
import { FieldPanel } from './field-panel.tsx'

export const meta = () => ownMeta('トークンでサインイン')

/** The external provider has tokens of its own, for the sign-in page (`#handover=`). */
const onlyOurs: MiddlewareFunction<Response> = ({ context }, next) => {
  if (context.get(requestCtx).firebase) throw data(null, { status: 404 })
  return next()
}

export const middleware = [onlyOurs]

/** An empty loader makes the page ask the server, although no data is needed. */
export const loader = () => null

/** The token is in the body of a form: in no address, so in no history, log or header. */
export const action = page(async (ctx, args: Route.ActionArgs) => {
  const { request, context } = args
  const { encryption, ip } = context.get(requestFacts)
  const form = await formOf(request)
  const { token = '' } = typedIn(form)
  form.delete('token')
  const from = { ip, userAgent: request.headers.get('user-agent') }
  const entered = await enterWithCustomToken(ctx, encryption, { token, ...from })
  if (entered.ok)
    return enterVerified(
      ctx,
      args,
      'ticket' in entered.value ? entered.value : { ...entered.value, isNew: false },
      new URL(request.url).searchParams.get('returnTo'),
    )
  const sentence = customTokenRefusalText[entered.refusal]
  return entered.refusal === 'too_many_tries'
    ? refusedForNow(sentence, form, waitSecondsOf(entered))
    : refused(sentence, form, 'token', 401)
})

/**
 * For users who are handed over from a partner's system, or by support. A link may carry the token after `#`, which
 * browsers do not send; it is moved into the field immediately, and a button submits it.
 */
export default function CustomTokenPage({ actionData }: Route.ComponentProps) {
  const problem: Problem | undefined = actionData?.problem
  const busy = useNavigation().state !== 'idle'
  const token = useHandedToken()
  return (
    <FieldPanel>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          トークンでサインイン
        </Head>
      </h1>
      <p>担当者や提携先から受け取ったトークンで、1回のみサインインできます。有効期限は発行から2分です。</p>
      {problem && !problem.fields.token && <Notice tone="akane">{problem.summary}</Notice>}
      <Form method="post" noValidate className="grid grid-cols-1 gap-5">
        <TextField
          key={token}
          label="トークン"
          name="token"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={problem ? '' : token}
          error={problem?.fields.token}
        />
        <Button size="lg" busy={busy}>
          サインイン
        </Button>
      </Form>
      <ButtonLink to="/auth/signIn" kind="text" className="justify-self-start">
        他の方法でサインイン
      </ButtonLink>
    </FieldPanel>
  )
}

/** The text after `#token=`, once; it is removed from the address as soon as it was read. */
function useHandedToken(): string {
  const [token, setToken] = useState('')
  useEffect(() => {
    const handed = new URLSearchParams(window.location.hash.slice(1)).get('token')
    if (!handed) return
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
    setToken(handed)
  }, [])
  return token
}
