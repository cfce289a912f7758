import { data, Form, redirect, useNavigation } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { agreeToPages } from '#modules/content/agree-to-pages.server.ts'
import { unagreedText } from '#modules/content/consent-rule.ts'
import { consentNeeded, type WantedConsent } from '#modules/content/consents.server.ts'
import { WantedConsentCard } from '#modules/content/ui/wanted-consent.tsx'
import { Button } from '#ui/button.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { fieldsToMend, formOf, type Problem, typedIn } from '#web/form.ts'
import { guarded } from '#web/guard.server.ts'
import { ownHome } from '#web/own-home.server.ts'
import { page, safeReturn } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/consent.ts'
import { FieldPanel } from './field-panel.tsx'

export const meta = () => ownMeta('規約への同意')

export const middleware = guarded('auth')

/** A user with nothing to agree to is redirected to the requested page. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const wanted = await consentNeeded(ctx)
  if (wanted.length === 0) throw redirect(await onwards(ctx, request))
  return { wanted }
})

/** All boxes or nothing; a second submission finds nothing left to do and continues. */
export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  const typed = typedIn(await formOf(request))
  const { ip } = context.get(requestFacts)
  const missing = await agreeToPages(ctx, { ticked: typed, ip, userAgent: request.headers.get('user-agent') })
  if (missing.length === 0) return redirect(await onwards(ctx, request))
  const fields = Object.fromEntries(missing.map(({ slug, why, title }) => [slug, unagreedText[why](title)]))
  return data({ problem: { fields, summary: fieldsToMend, typed } satisfies Problem }, { status: 422 })
})

/** Also after a refusal: a newer version may be in force by now. */
export const shouldRevalidate = () => true

async function onwards(ctx: Ctx, request: Request): Promise<string> {
  return safeReturn(new URL(request.url).searchParams.get('returnTo'), (await ownHome(ctx, request)) ?? '/')
}

const idOf = (slug: string) => `consent-${slug}`

export default function ConsentPage({ loaderData: { wanted }, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem
  const check = useFormCheck(problem, idOf)
  const busy = useNavigation().state !== 'idle'
  return (
    <FieldPanel wide>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          同意のお願い
        </Head>
      </h1>
      <p>{leadFor(wanted)}</p>
      <Form method="post" noValidate onSubmit={check.onSubmit} className="grid grid-cols-1 gap-5">
        <FormSummary problems={check.problems} refusal={check.refusal} />
        {wanted.map((it) => (
          <WantedConsentCard
            key={it.slug}
            wanted={it}
            id={idOf(it.slug)}
            error={problem?.fields[it.slug]}
            ticked={problem?.typed[it.slug]}
          />
        ))}
        <Button size="lg" busy={busy}>
          同意して続ける
        </Button>
      </Form>
      <WayOut />
    </FieldPanel>
  )
}

/** Why this page is shown, and whether it is the first time. */
function leadFor(wanted: readonly WantedConsent[]): string {
  if (wanted.every(({ isFirst }) => isFirst))
    return '「畝と皿」のご利用前に、次の規約を読み、同意してください。同意すると、次の画面に進みます。'
  const titles = wanted.filter(({ isFirst }) => !isFirst).map(({ title }) => title)
  return `${titles.join('と')}が改定されました。変更点を読み、同意してください。同意すると、次の画面に進みます。`
}

/** Agreeing is optional: running orders continue, and users may ask questions before they decide. */
const WayOut = () => (
  <div className="grid grid-cols-1 gap-3 border-t border-kraft-line pt-4">
    <p>
      今すぐ決められない場合は、サインアウトしてください。次回のサインイン時に、この画面から再開できます。ご不明な点は、
      <Link to="/restaurant/Inquiry" className="prose-link font-bold">
        お問い合わせ
      </Link>
      からご連絡ください。
    </p>
    <Form method="post" action="/auth/signOut" reloadDocument>
      <Button kind="line" size="lg">
        同意せずにサインアウト
      </Button>
    </Form>
  </div>
)
