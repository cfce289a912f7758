import { requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import {
  endRegistration,
  ownRegistration,
  recordRegistration,
} from '#modules/organisations/registration/change-registration.server.ts'
import { endedText, recordedText, registrationTitle } from '#modules/organisations/registration/registration-labels.ts'
import { RegistrationPanel } from '#modules/organisations/ui/registration-panel.tsx'
import { Head } from '#ui/head.tsx'
import { useFormKey } from '#ui/use-form-key.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/registration.ts'

export const meta = () => ownMeta(registrationTitle)

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  return {
    ...(await ownRegistration(ctx)),
    mayChange: can(ctx.actor, 'registration.change', { farmId, restaurantId: null }),
    formKey: crypto.randomUUID(),
  }
})

const fields = (_: Route.ActionArgs, ctx: Ctx) => ({ farmId: requireFarm(ctx.actor).farmId })
const here = '/farmer/registration'

export const action = pageAction(
  jobs({
    record: job(recordRegistration, { fields, done: (made) => redirectWithFlash(here, recordedText(made)) }),
    end: job(endRegistration, { fields, done: (made) => redirectWithFlash(here, endedText(made)) }),
  }),
)

/** The farm's registration as an issuer of qualified invoices, and its changes. */
export default function RegistrationPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const it = { ...loaderData, formKey: useFormKey(loaderData.formKey) }
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/profile', word: '農園の情報' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">{registrationTitle}</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5 p-4 pb-24 lg:mx-0 lg:max-w-4xl lg:px-8">
        <RegistrationPanel key={it.formKey} it={it} mayChange={it.mayChange} problem={actionData?.problem} />
        {!it.mayChange && <p>変更できるのは農園主です。</p>}
      </div>
    </>
  )
}
