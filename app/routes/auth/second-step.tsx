import { Form, useNavigation, useSearchParams } from 'react-router'
import type { SignedIn } from '#modules/identity/open-person-session.server.ts'
import { finishSignIn } from '#modules/identity/second-step.server.ts'
import { SecondStepForm } from '#modules/identity/ui/second-step-form.tsx'
import { Head } from '#ui/head.tsx'
import { firstPageOf } from '#web/first-page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { secondStepAction, secondStepLoader } from '#web/second-step-entry.server.ts'
import type { Route } from './+types/second-step.ts'
import { FieldPanel } from './field-panel.tsx'

export const meta = () => ownMeta('二段階認証')

export const loader = secondStepLoader('people', '/auth/signIn')

export const action = secondStepAction<SignedIn>({
  whose: 'people',
  door: '/auth/signIn',
  finish: (ctx, encryption, input) => finishSignIn(ctx, encryption, { ...input, channel: 'cookie' }),
  firstPage: firstPageOf,
})

export default function SecondStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const [search] = useSearchParams()
  return (
    <FieldPanel>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          二段階認証
        </Head>
      </h1>
      <SecondStepForm
        form={Form}
        busy={busy}
        problem={actionData?.problem}
        step={loaderData}
        returnTo={search.get('returnTo')}
      />
    </FieldPanel>
  )
}
