import type { ReactNode } from 'react'
import { redirectDocument } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { findPostalAddress } from '#infra/postal-codes.server.ts'
import {
  organisationAccount,
  organisationApplication,
} from '#modules/admin/organisations/organisation-detail.server.ts'
import { beginImpersonation } from '#modules/identity/impersonation/begin-impersonation.server.ts'
import { identityName } from '#modules/identity/login-methods/login-methods.ts'
import { impersonationCookie } from '#modules/identity/session.ts'
import { reportsBetween } from '#modules/messaging/moderate-conversations.server.ts'
import { liftPerson, suspendPerson } from '#modules/organisations/account/suspend-person.server.ts'
import { OrgStatusBadge, SideBadge } from '#modules/organisations/ui/org-badges.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf } from '#web/form.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { revalidateOvertaken } from '#web/overtaken.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { keepCookie } from '#web/session-cookie.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import { provenByStaff } from '../staff-proof.server.ts'
import type { Route } from './+types/organisation-account.ts'
import { accountChangeJobs } from './account-change-jobs.server.ts'
import { ModalPage } from './modal-page.tsx'
import { orgIn } from './org-of-address.server.ts'
import { History } from './organisation-account-history.tsx'
import { Devices, Inquiries, Orders, Papers, Reports } from './organisation-account-lists.tsx'
import { Person } from './organisation-account-person.tsx'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  ownMeta(`${loaderData?.application.applicant.name ?? '会員'}のアカウント（管理）`)

export const loader = page(async (ctx, { params, context }: Route.LoaderArgs) => {
  const { adminId: me } = requireStaff(ctx)
  const org = orgIn(params)
  const { loginMethods } = context.get(requestFacts)
  const { people, ...account } = await organisationAccount(ctx, org)
  return {
    me,
    ref: params.ref,
    application: await organisationApplication(ctx, org, findPostalAddress),
    account,
    reports: await reportsBetween(ctx, org),
    people: people.map(({ identities, ...person }) => ({
      ...person,
      identities: identities.map((it) => ({
        name: identityName(loginMethods, it),
        email: it.email,
        linkedAt: it.linkedAt,
      })),
    })),
    key: crypto.randomUUID(),
  }
})

const here = ({ params }: Route.ActionArgs) => `/admin/users/${params.ref}/account`

/** The field of a refusal; the others concern the whole form. */
const at = ({ refusal }: { refusal: string }) => (refusal === 'reason_missing' ? 'reason' : undefined)

const saved = (message: string) => ({
  done: ({ name }: { name: string }, _: unknown, __: Ctx, args: Route.ActionArgs) =>
    redirectWithFlash(here(args), name + message),
  at,
})

const changes = {
  ...accountChangeJobs('personId', here),
  suspend: provenByStaff(job(suspendPerson, saved('さんを停止し、すべての端末からサインアウトしました。'))),
  lift: provenByStaff(job(liftPerson, saved('さんの停止を解除しました。'))),
  /** Opens a user's screens, in this browser and for ten minutes; the bar above them leads back. */
  view: provenByStaff(
    job(beginImpersonation, {
      done: ({ home, token }, _, __, ___: Route.ActionArgs) =>
        redirectDocument(home, { headers: { 'set-cookie': keepCookie(impersonationCookie, token) } }),
      at,
    }),
  ),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return runJob(changes, ctx, await formOf(args.request), args)
})

/** After a concurrent change the current state is shown. */
export const shouldRevalidate = revalidateOvertaken

export default function OrganisationAccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { application, account, people, ref, key, me } = loaderData
  const problem = actionData?.problem
  const { applicant, status } = application
  const named = new URLSearchParams({ q: applicant.name })
  return (
    <ModalPage title={`${applicant.name}のアカウント`} back={`/admin/users/${ref}`}>
      <p className="flex flex-wrap gap-2">
        <SideBadge side={applicant.side} />
        <OrgStatusBadge status={status} />
      </p>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          <Part name="メンバー">
            <ul className="grid grid-cols-1 gap-3">
              {people.map((person) => (
                <Person
                  key={person.personId}
                  person={person}
                  side={applicant.side}
                  formKey={key}
                  problem={problem?.typed.personId === person.personId ? problem : undefined}
                  changes={account.changes.filter(({ personId }) => personId === person.personId)}
                  me={me}
                />
              ))}
            </ul>
          </Part>
          <Part name="サインイン中の端末">
            <Devices sessions={account.sessions} />
          </Part>
          <Part name="書類">
            <Papers papers={account.papers} />
          </Part>
          <Part name={`注文（${account.orders.total}件）`}>
            <Orders orders={account.orders.newest} />
            <p className="flex flex-wrap gap-x-5">
              <Link to={`/admin/orders?${named}`} className="prose-link inline-flex min-h-11 items-center">
                すべての注文
              </Link>
              <Link to={`/admin/claims?${named}`} className="prose-link inline-flex min-h-11 items-center">
                不良・欠品の報告
              </Link>
            </p>
          </Part>
          <Part name="チャットの報告">
            <Reports reports={loaderData.reports} />
          </Part>
          <Part name="お問い合わせ">
            <Inquiries inquiries={account.inquiries} />
          </Part>
        </div>
        <Part name="履歴">
          <History events={account.history} />
        </Part>
      </div>
    </ModalPage>
  )
}

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name} className="grid grid-cols-1 gap-2">
    <h3 className="text-h4 font-bold">{name}</h3>
    {children}
  </section>
)
