import { Head } from '#ui/head.tsx'
import { page } from '#web/page.server.ts'
import { publicMeta } from '#web/page-meta.ts'
import type { Route } from './+types/user-policy.ts'
import { contentPage } from './content-page.server.ts'
import { ContentPage } from './content-page.tsx'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  publicMeta(matches, {
    title: loaderData?.title ?? '利用規約',
    description: '登録、注文と契約、お届け、検収、キャンセル、お支払いなどの条件。',
    path: '/restaurant/UserPolicy',
  })

export const handle = { shared: true }

export const loader = page((ctx, args: Route.LoaderArgs) => contentPage(ctx, args, 'user-policy'))

export default function UserPolicyPage({ loaderData }: Route.ComponentProps) {
  return (
    <ContentPage
      page={loaderData}
      head={<Head as="span">利用規約</Head>}
      lead="登録、注文と契約、お届け、検収、キャンセル、お支払いなどの条件。"
    />
  )
}
