import { Form, useNavigation, useSearchParams } from 'react-router'
import { finishAdminSignIn } from '#modules/identity/second-step.server.ts'
import { SecondStepForm } from '#modules/identity/ui/second-step-form.tsx'
import { Head } from '#ui/head.tsx'
import { safeReturn } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { secondStepAction, secondStepLoader } from '#web/second-step-entry.server.ts'
import type { Route } from './+types/second-step.ts'
import { StaffEntry } from './staff-entry.tsx'

export const meta = () => ownMeta('運営の二段階認証')
export const handle = { role: 'admin' }

export const loader = secondStepLoader('staff', '/admin/signin')

export const action = secondStepAction({
  whose: 'staff',
  door: '/admin/signin',
  finish: finishAdminSignIn,
  firstPage: (_, returnTo) => safeReturn(returnTo, '/admin'),
})

export default function StaffSecondStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return (
    <StaffEntry
      title={
        <Head as="span" className="text-h3">
          二段階認証
        </Head>
      }
    >
      <SecondStepForm
        form={Form}
        busy={useNavigation().state !== 'idle'}
        problem={actionData?.problem}
        step={loaderData}
        passkeyQuestionAt="/admin/signin/passkey"
        returnTo={search.get('returnTo')}
      />
    </StaffEntry>
  )
}
