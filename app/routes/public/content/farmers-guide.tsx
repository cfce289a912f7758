import { Head } from '#ui/head.tsx'
import { page } from '#web/page.server.ts'
import { publicMeta } from '#web/page-meta.ts'
import type { Route } from './+types/farmers-guide.ts'
import { contentPage } from './content-page.server.ts'
import { ContentPage } from './content-page.tsx'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  publicMeta(matches, {
    title: loaderData?.title ?? '生産者の使い方',
    description: '回答・箱詰め・出荷。受注後の3つの作業を、順に説明します。',
    path: '/farmer/Guide',
  })
export const handle = { role: 'farmer', shared: true }

export const loader = page((ctx, args: Route.LoaderArgs) => contentPage(ctx, args, 'farmers-guide'))

export default function FarmersGuidePage({ loaderData }: Route.ComponentProps) {
  return (
    <ContentPage
      page={loaderData}
      head={<Head as="span">生産者の使い方</Head>}
      lead="回答・箱詰め・出荷。受注後の3つの作業を、順に説明します。"
      searchable
    />
  )
}
