import type { MetaFunction } from 'react-router'
import { NotFound, ReauthRequired } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import {
  endRegistration,
  recordRegistration,
  registrationOfFarm,
} from '#modules/organisations/registration/change-registration.server.ts'
import { endedText, recordedText, registrationTitle } from '#modules/organisations/registration/registration-labels.ts'
import { RegistrationPanel } from '#modules/organisations/ui/registration-panel.tsx'
import { Link } from '#ui/link.tsx'
import { useFormKey } from '#ui/use-form-key.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf } from '#web/form.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { askedForProof } from '#web/prove-again.server.ts'
import { May, useMay } from '../may.tsx'
import { requireStaff, requireStaffFor } from '../require-staff.server.ts'
import { provenByStaff } from '../staff-proof.server.ts'
import type { Route } from './+types/registration.ts'

export const meta: MetaFunction = () => ownMeta(`${registrationTitle}（管理）`)

type Args = Route.ActionArgs

const farmIn = ({ id }: Args['params']) => {
  const farmId = parseId<'farm'>(id)
  if (!farmId) throw new NotFound('farm')
  return farmId
}

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return { ...(await registrationOfFarm(ctx, farmIn(params))), formKey: crypto.randomUUID() }
})

const fields = ({ params }: Args) => ({ farmId: farmIn(params) })
const here = ({ params }: Args) => `/admin/registration/${params.id}`

const work = {
  record: provenByStaff(
    job(recordRegistration, {
      fields,
      done: (made, _given, _ctx, args: Args) => redirectWithFlash(here(args), recordedText(made)),
    }),
  ),
  end: provenByStaff(
    job(endRegistration, {
      fields,
      done: (made, _given, _ctx, args: Args) => redirectWithFlash(here(args), endedText(made)),
    }),
  ),
}

export const action = pageAction(async (ctx, args: Args) => {
  requireStaffFor(ctx, 'registration.change')
  const form = await formOf(args.request)
  return runJob(work, ctx, form, args).catch((error: unknown) => {
    if (error instanceof ReauthRequired) return askedForProof(ctx.actor, form)
    throw error
  })
})

/** The same as the farm's own page, for any farm. */
export default function StaffRegistrationPage({ loaderData, actionData }: Route.ComponentProps) {
  const it = { ...loaderData, formKey: useFormKey(loaderData.formKey) }
  const mayChange = useMay('registration.change')
  const problem = actionData?.problem
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-4">
      <h1 className="text-h2 font-bold">
        {it.farm}　{registrationTitle}
      </h1>
      <p>
        <Link to={`/admin/users/farm-${it.farmId}/account`} className="prose-link">
          アカウント
        </Link>
      </p>
      {!mayChange && (
        <May to="registration.change" told>
          {null}
        </May>
      )}
      <RegistrationPanel
        key={it.formKey}
        it={it}
        mayChange={mayChange}
        problem={problem}
        proof={(id) => <StaffProof id={id} problem={problem} />}
      />
    </div>
  )
}
