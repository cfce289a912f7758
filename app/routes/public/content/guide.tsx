import { Head } from '#ui/head.tsx'
import { page } from '#web/page.server.ts'
import { publicMeta } from '#web/page-meta.ts'
import type { Route } from './+types/guide.ts'
import { contentPage } from './content-page.server.ts'
import { ContentPage } from './content-page.tsx'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  publicMeta(matches, {
    title: loaderData?.title ?? '飲食店の使い方',
    description: '検索・注文・受け取りから、お困りのときの対処まで、画面の写真とともに説明します。',
    path: '/restaurant/Guide',
  })

export const handle = { shared: true }

export const loader = page((ctx, args: Route.LoaderArgs) => contentPage(ctx, args, 'guide'))

export default function GuidePage({ loaderData }: Route.ComponentProps) {
  return (
    <ContentPage
      page={loaderData}
      head={<Head as="span">飲食店の使い方</Head>}
      lead="検索・注文・受け取りから、お困りのときの対処まで、画面の写真とともに説明します。"
      searchable
    />
  )
}
