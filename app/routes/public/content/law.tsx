import { Head } from '#ui/head.tsx'
import { page } from '#web/page.server.ts'
import { publicMeta } from '#web/page-meta.ts'
import type { Route } from './+types/law.ts'
import { contentPage } from './content-page.server.ts'
import { ContentPage } from './content-page.tsx'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  publicMeta(matches, {
    title: loaderData?.title ?? '特定商取引法に基づく表記',
    description: '販売業者、運営者、価格、送料、お支払い、お届け、返品とキャンセルについて。',
    path: '/restaurant/law',
  })

export const handle = { shared: true }

export const loader = page((ctx, args: Route.LoaderArgs) => contentPage(ctx, args, 'law'))

export default function LawPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ContentPage
        page={loaderData}
        head={<Head as="span">特定商取引法に基づく表記</Head>}
        lead="販売業者、運営者、価格、送料、お支払い、お届け、返品とキャンセルについて。"
      />
      <p className="no-print mx-auto max-w-[68rem] px-4 pb-8 lg:px-8">
        <a href="/third-party-notices.txt" hrefLang="en" className="prose-link">
          使用しているオープンソースソフトウェアのライセンス
        </a>
      </p>
    </>
  )
}
