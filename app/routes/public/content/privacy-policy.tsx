import { Head } from '#ui/head.tsx'
import { page } from '#web/page.server.ts'
import { publicMeta } from '#web/page-meta.ts'
import type { Route } from './+types/privacy-policy.ts'
import { contentPage } from './content-page.server.ts'
import { ContentPage } from './content-page.tsx'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  publicMeta(matches, {
    title: loaderData?.title ?? 'プライバシーポリシー',
    description: 'お預かりする情報、利用目的、お客様の権利について。',
    path: '/restaurant/PrivacyPolicy',
  })

export const handle = { shared: true }

export const loader = page((ctx, args: Route.LoaderArgs) => contentPage(ctx, args, 'privacy-policy'))

export default function PrivacyPolicyPage({ loaderData }: Route.ComponentProps) {
  return (
    <ContentPage
      page={loaderData}
      head={<Head as="span">プライバシーポリシー</Head>}
      lead="お預かりする情報、利用目的、お客様の権利について。"
    />
  )
}
