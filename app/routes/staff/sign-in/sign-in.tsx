import { Form, redirect, useNavigation, useSearchParams } from 'react-router'
import { secondStepRefusalText } from '#modules/identity/second-step-labels.ts'
import { signInAdmin } from '#modules/identity/sign-in.server.ts'
import { SignInForm } from '#modules/identity/ui/sign-in-form.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { page, safeReturn } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { signInAction } from '#web/sign-in-entry.server.ts'
import type { Route } from './+types/sign-in.ts'
import { StaffEntry } from './staff-entry.tsx'

export const meta = () => ownMeta('運営サインイン')
export const handle = { role: 'admin' }

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  if (ctx.actor.kind === 'staff')
    throw redirect(safeReturn(new URL(request.url).searchParams.get('returnTo'), '/admin'))
  return null
})

/** A right password leads to the second step, always. */
export const action = signInAction({
  whose: 'staff',
  signIn: signInAdmin,
  firstPage: (_, returnTo) => safeReturn(returnTo, '/admin'),
  secondStep: '/admin/signin/code',
})

export default function StaffSignInPage({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  return (
    <StaffEntry
      title={
        <Head as="span" className="text-h3">
          運営サインイン
        </Head>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {search.has('again') && !actionData && <Notice tone="akane">{secondStepRefusalText.begin_again}</Notice>}
        <SignInForm problem={actionData?.problem} busy={useNavigation().state !== 'idle'} form={Form} />
      </div>
    </StaffEntry>
  )
}
