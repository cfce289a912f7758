import { data, Form, redirect, useFetcher, useNavigation, useSearchParams } from 'react-router'
import { ProviderForms } from '#modules/identity/firebase/ui/provider-forms.tsx'
import { offeredWays } from '#modules/identity/login-methods/login-methods.ts'
import { secondStepRefusalText } from '#modules/identity/second-step-labels.ts'
import { signIn } from '#modules/identity/sign-in.server.ts'
import { OtherWays } from '#modules/identity/ui/other-ways.tsx'
import { PasskeyButton } from '#modules/identity/ui/passkey-button.tsx'
import { SignInForm } from '#modules/identity/ui/sign-in-form.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { firstPageOf } from '#web/first-page.server.ts'
import { ownHome } from '#web/own-home.server.ts'
import { page, safeReturn } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestCtx, requestFacts } from '#web/request-context.ts'
import { signInAction } from '#web/sign-in-entry.server.ts'
import type { Route } from './+types/sign-in.ts'
import { FieldPanel } from './field-panel.tsx'

export const meta = () =>
  ownMeta(
    'サインイン',
    '飲食店と生産者のサインイン画面です。メールアドレスとパスワード、またはパスキーでサインインします。',
  )

/** A signed-in user is redirected to the home page. */
export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  const home = await ownHome(ctx, request)
  if (home) throw redirect(safeReturn(new URL(request.url).searchParams.get('returnTo'), home))
  return { provider: ctx.firebase?.client ?? null, ways: offeredWays(context.get(requestFacts).loginMethods) }
})

const ownDoor = signInAction({
  whose: 'people',
  signIn,
  firstPage: firstPageOf,
  secondStep: '/auth/signIn/code',
})

/** Only if our own provider stores the passwords. */
export const action = (args: Route.ActionArgs) => {
  if (args.context.get(requestCtx).firebase) throw data(null, { status: 404 })
  return ownDoor(args)
}

export default function SignInPage({ loaderData: { provider, ways }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const [search] = useSearchParams()
  return (
    <FieldPanel>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          サインイン
        </Head>
      </h1>
      {search.has('again') && !actionData && <Notice tone="akane">{secondStepRefusalText.begin_again}</Notice>}
      {provider ? (
        <ProviderForms for="signIn" config={provider} returnTo={search.get('returnTo')} />
      ) : (
        <SignInForm problem={actionData?.problem} busy={busy} form={Form} />
      )}
      <p>
        <Link to="/auth/forgotPassword" className="prose-link inline-flex min-h-11 items-center font-bold">
          パスワードを忘れた方
        </Link>
      </p>
      <div className="grid grid-cols-1 gap-3 border-t border-kraft-line pt-5">
        <WithPasskey returnTo={search.get('returnTo')} />
        <OtherWays ways={ways} verb="サインイン" returnTo={search.get('returnTo')} />
      </div>
      <p className="border-t border-kraft-line pt-4 text-sub">
        初めての方は、
        <Link to="/auth/user-type" className="prose-link font-bold">
          登録
        </Link>
        へお進みください。
      </p>
    </FieldPanel>
  )
}

/** The device's passkey, for users who have set it up; it submits its response beside the form. */
function WithPasskey({ returnTo }: { returnTo: string | null }) {
  const { Form, data, state } = useFetcher<{ sentence?: string }>()
  return (
    <div className="grid grid-cols-1 gap-3">
      <PasskeyButton
        form={Form}
        action="/auth/passkey"
        questionAt="/auth/passkey"
        fields={returnTo ? { returnTo } : {}}
        does="ask"
        busy={state !== 'idle'}
      >
        パスキーでサインイン
      </PasskeyButton>
      {data?.sentence && <Notice tone="akane">{data.sentence}</Notice>}
    </div>
  )
}
