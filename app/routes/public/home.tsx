import { Suspense } from 'react'
import { redirect } from 'react-router'
import { homeOf } from '#authorization/home-of.ts'
import { jstDateOf, jstMinuteOf, monthOf } from '#kernel/jst.ts'
import { prefectureOf, prefectures, regionNames } from '#kernel/place.ts'
import { marketFacts } from '#modules/products/catalog/market-facts.server.ts'
import { Head } from '#ui/head.tsx'
import { CartonLines } from '#ui/market.tsx'
import { page } from '#web/page.server.ts'
import { publicMeta } from '#web/page-meta.ts'
import type { Route } from './+types/home.ts'
import { Field } from './home/field.tsx'
import { sceneAt } from './home/scene.ts'
import '#styles/kit/landing.css'
// In the page that the server sends at once; its script, below the first picture, comes after the rest.
import Below from './home/below.tsx' with { load: 'later' }

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: '畝と皿｜今朝の畑から、明日の厨房へ',
    description:
      '飲食店が全国の生産者から直接仕入れる市場です。お届け日と送料を事前に確認でき、伝票を一元管理できます。',
    path: '/',
    structured: (origin) => ({
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: '畝と皿',
      url: `${origin}/`,
      inLanguage: 'ja',
      potentialAction: {
        '@type': 'SearchAction',
        target: `${origin}/restaurant/products?q={search_term_string}`,
        'query-input': 'required name=search_term_string',
      },
    }),
  })

export const handle = { shared: true }

/** Signed-in users are redirected to their own home; others choose a side. One query. */
export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const home = homeOf(ctx.actor)
  if (home) throw redirect(home)
  const { farmsIn, harvest, ...facts } = await marketFacts(ctx)
  const today = jstDateOf(ctx.now)
  const farmsOf = new Map(farmsIn.map(({ code, farms }) => [code, farms]))
  const places = prefectures.map(({ code, name, shortName, region }) => ({
    code,
    name,
    shortName,
    region,
    count: farmsOf.get(code) ?? 0,
    href: `/restaurant/products?q=${encodeURIComponent(name)}`,
  }))
  return {
    facts: { ...facts, prefectures: farmsIn.length },
    today,
    scene: sceneAt(jstMinuteOf(ctx.now), monthOf(today)),
    harvest: harvest.map((item) => ({ ...item, prefecture: prefectureOf(item.prefectureCode).shortName })),
    regions: [...Map.groupBy(places, ({ region }) => region)].map(([region, ofRegion]) => ({
      name: regionNames[region],
      places: ofRegion,
    })),
  }
})

export default function HomePage({ loaderData: { scene, ...below } }: Route.ComponentProps) {
  return (
    <>
      <div className="relative isolate">
        <Field scene={scene} className="h-[40dvh] min-h-64 w-full md:h-[min(62dvh,36rem)]" />
        <Opening />
      </div>
      <Suspense>
        <Below {...below} />
      </Suspense>
    </>
  )
}

/** One sentence on a carton in the field. */
const Opening = () => (
  <div className="absolute inset-x-0 bottom-4 mx-auto w-full max-w-[80rem] px-4 md:bottom-auto md:top-1/2 md:-translate-y-1/2 md:px-8">
    <div className="carton w-fit max-w-full shadow-3">
      <CartonLines />
      <span
        aria-hidden="true"
        className="absolute top-7 right-7 hidden h-7 w-20 rounded-full bg-kraft shadow-[inset_0_4px_0_var(--kraft-line)] md:block"
      />
      <div className="px-5 pt-4 pb-5 md:px-10 md:pt-9 md:pb-10">
        <h1 className="bunsetsu text-[1.75rem] leading-tight text-pine md:pe-28 md:text-display">
          <Head as="span">
            今朝の
            <wbr />
            畑から、
            <br />
            明日の
            <wbr />
            厨房へ
          </Head>
        </h1>
        <p className="bunsetsu mt-2 md:mt-4 md:text-lead">
          飲食店が、
          <wbr />
          生産者から
          <wbr />
          直接仕入れる
          <wbr />
          市場です。
        </p>
      </div>
    </div>
  </div>
)
