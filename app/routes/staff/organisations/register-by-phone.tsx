import { data, Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { findPostalAddress } from '#infra/postal-codes.server.ts'
import type { Side } from '#kernel/enums.ts'
import { sideWord } from '#modules/organisations/org-ref.ts'
import { AccountEmailIn } from '#modules/organisations/sign-up/draft.server.ts'
import { typedProfile } from '#modules/organisations/sign-up/profile.ts'
import { readProfile } from '#modules/organisations/sign-up/read-profile.server.ts'
import { registerByPhone } from '#modules/organisations/sign-up/register-by-phone.server.tsx'
import { ProfileFields, profileFieldId } from '#modules/organisations/ui/profile-fields.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { Head } from '#ui/head.tsx'
import { askedForAddress } from '#web/address-form.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, formOf, shownAgain, typedIn } from '#web/form.ts'
import { job, withTool } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { type ReadForm, readForm } from '#web/read-form.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { requireStaffFor } from '../require-staff.server.ts'
import type { Route } from './+types/register-by-phone.ts'

export const meta: Route.MetaFunction = () => ownMeta('電話での登録（管理）')

const sideIn = (request: Request): Side =>
  new URL(request.url).searchParams.get('side') === 'restaurant' ? 'restaurant' : 'farm'

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaffFor(ctx, 'members.review')
  return { side: sideIn(request), formKey: crypto.randomUUID() }
})

type Application = { side: Side; email: z.output<typeof AccountEmailIn>; profile: Record<string, string> }

/** The address and the profile, with what is wrong in both. */
function readApplicationForm(side: Side, form: FormData): ReadForm<Application> {
  const profile = typedProfile(side, form)
  const email = readForm(z.object({ email: AccountEmailIn }), form)
  const read = readProfile(side, profile)
  if (email.ok && read.ok) return { ok: true, value: { side, email: email.value.email, profile } }
  const fields = { ...(!email.ok && email.problem.fields), ...(!read.ok && read.fields) }
  return { ok: false, problem: { fields, summary: fieldsToMend, typed: shownAgain(form) } }
}

const register = job(
  withTool(registerByPhone, ({ context }: Route.ActionArgs) => context.get(requestFacts).encryption),
  {
    read: (form, { request }) => readApplicationForm(sideIn(request), form),
    done: ({ name, email }) =>
      redirectWithFlash(
        '/admin/users',
        `${name} の登録内容を ${email} に送信しました。ご本人の確認後に申し込みになります。`,
      ),
  },
)

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaffFor(ctx, 'members.review')
  const form = await formOf(args.request)
  const asked = await askedForAddress(typedIn(form), findPostalAddress)
  if (asked) return data({ ...asked, problem: undefined })
  return register(ctx, form, args)
})

/** Staff type what a farm or a restaurant says on the telephone; the person confirms it by the link of a mail. */
export default function RegisterByPhonePage({ loaderData: { side, formKey }, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem
  const asked = actionData && 'finding' in actionData ? actionData : undefined
  const typed = problem?.typed ?? asked?.typed ?? {}
  const check = useFormCheck(problem, profileFieldId)
  const busy = useNavigation().formMethod === 'POST'
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <h1 className="text-h2">
        <Head as="span">電話での登録</Head>
      </h1>
      <p>
        お電話で伺った内容を入力します。ご本人にメールが届き、7日以内に内容を確認し、規約に同意してパスワードを設定すると、申し込みになります。
      </p>
      <nav aria-label="区分" className="flex flex-wrap gap-2">
        {(['farm', 'restaurant'] as const).map((it) => (
          <ButtonLink
            key={it}
            to={`?side=${it}`}
            kind={it === side ? 'pine' : 'line'}
            aria-current={it === side ? 'page' : undefined}
          >
            {sideWord[it]}
          </ButtonLink>
        ))}
      </nav>
      <Form
        key={side}
        method="post"
        noValidate
        className="group/profile grid grid-cols-1 gap-8"
        onSubmit={check.onSubmit}
      >
        <input type="hidden" name="key" value={formKey} />
        <FormSummary problems={check.problems} refusal={check.refusal} />
        <EmailField
          id={profileFieldId('email')}
          name="email"
          label="メールアドレス"
          need="required"
          autoComplete="off"
          maxLength={254}
          defaultValue={typed.email}
          error={problem?.fields.email}
        />
        <ProfileFields side={side} typed={typed} errors={problem?.fields ?? {}} finding={asked?.finding} />
        <Button size="lg" busy={busy} className="justify-self-start">
          確認のメールを送信する
        </Button>
      </Form>
    </div>
  )
}
