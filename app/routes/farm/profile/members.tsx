import { isRecentAuth } from '#authorization/recent-auth.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { memberList } from '#modules/organisations/members/member-list.server.ts'
import Members from '#modules/organisations/ui/member-list.tsx'
import { Head } from '#ui/head.tsx'
import { memberJobs } from '#web/member-actions.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/members.ts'

export const meta = () => ownMeta('メンバー')

export const loader = page(async (ctx, _: Route.LoaderArgs) => ({
  list: await memberList(ctx),
  formKey: crypto.randomUUID(),
  fresh: isRecentAuth(ctx.actor, ctx.now),
}))

export const action = pageAction(memberJobs('/farmer/members'))

/** The family and helpers, with simple rights: 閲覧のみ・箱詰め・すべて. */
export default function FarmMembersPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { facts } = matches[1].loaderData
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const qr = actionData && 'qr' in actionData ? actionData.qr : undefined
  return (
    <>
      <FieldHeader facts={facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">メンバー</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto max-w-[90rem] p-4 lg:px-8">
        <Members {...loaderData} problem={problem} qr={qr} />
      </div>
    </>
  )
}
