import { isRecentAuth } from '#authorization/recent-auth.ts'
import { memberList } from '#modules/organisations/members/member-list.server.ts'
import MembersView from '#modules/organisations/ui/member-list.tsx'
import { memberJobs } from '#web/member-actions.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/member-list.ts'

export const meta = () => ownMeta('メンバー')
export const handle = { shell: { top: 'own', cartBar: false } }

export const loader = page(async (ctx, _: Route.LoaderArgs) => ({
  list: await memberList(ctx),
  formKey: crypto.randomUUID(),
  fresh: isRecentAuth(ctx.actor, ctx.now),
}))

export const action = pageAction(memberJobs('/restaurant/members'))

/** The members of the restaurant: people, rights, 注文できる上限. */
export default function MembersPage({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const qr = actionData && 'qr' in actionData ? actionData.qr : undefined
  return (
    <>
      <PageBar back="/restaurant" backLabel="ホームへ戻る">
        <h1 className="text-h4 font-bold lg:text-h2">メンバー</h1>
      </PageBar>
      <div className="mx-auto w-full max-w-5xl px-3.5 pt-4 pb-8 lg:px-8">
        <MembersView {...loaderData} problem={problem} qr={qr} />
      </div>
    </>
  )
}
