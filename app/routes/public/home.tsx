import { ChefHat, ChevronRight, Sprout } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type MetaFunction, redirect } from 'react-router'
import { formatNumber, formatShortDay } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { marketFacts } from '#modules/catalog/market-facts.server.ts'
import { Head } from '#ui/head.tsx'
import { LogoWithName } from '#ui/logo.tsx'
import { CartonLines, Crest } from '#ui/market.tsx'
import { FarmPicture, ProductPicture } from '#ui/picture.tsx'
import { page } from '../page.server.ts'
import type { Route } from './+types/home.ts'

export const meta: MetaFunction = () => [
  { title: '畝と皿｜今朝の畑から、明日の厨房へ' },
  { name: 'description', content: '飲食店が全国の生産者から直接仕入れる市場です。' },
]

/** Signed-in people go to their own home; everybody else chooses a door. */
export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  if (ctx.actor.kind === 'buyer') throw redirect('/restaurant')
  if (ctx.actor.kind === 'farm') throw redirect('/farmer')
  const facts = await marketFacts(ctx)
  return { ...facts, today: jstDateOf(ctx.now) }
})

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { farms, restaurants, prefectures, harvest, today } = loaderData
  return (
    <>
      <header className="flex h-14 items-center justify-between bg-surface px-4 md:h-19 md:px-8">
        <span className="text-pine">
          <LogoWithName />
        </span>
        <Link className="btn" data-kind="line" to="/auth/signIn">
          サインイン
        </Link>
      </header>
      <main id="main">
        <div className="relative">
          <FarmPicture name="farm-01" alt="" sizes="100vw" eager className="h-[40vh] max-h-96 min-h-60" />
          <div className="carton absolute bottom-4 left-4 max-w-[calc(100%-2rem)] shadow-3 md:bottom-8 md:left-8">
            <CartonLines />
            <div className="p-5 md:p-8">
              <h1>
                <Head as="span" className="block text-h2 text-pine md:text-display">
                  今朝の畑から、
                </Head>
                <Head as="span" className="block text-h2 text-pine md:text-display">
                  明日の厨房へ
                </Head>
              </h1>
              <p className="mt-2">飲食店が、生産者からじかに仕入れる市場です。</p>
            </div>
          </div>
        </div>
        <div className="mx-auto grid max-w-5xl gap-8 px-4 py-6 md:px-8">
          <nav aria-label="入口" className="grid gap-3 md:grid-cols-2">
            <Door
              to="/auth/signIn?returnTo=/restaurant"
              icon={<ChefHat aria-hidden="true" size={36} />}
              title="飲食店の方"
              what="さがして、選んで、届く日まで一度に"
            />
            <Door
              to="/auth/signIn?returnTo=/farmer"
              icon={<Sprout aria-hidden="true" size={36} />}
              title="生産者の方"
              what="答えて、箱につめて、送るだけ"
            />
          </nav>
          <dl className="grid grid-cols-3 gap-2 text-center">
            <Fact name="農園" value={farms} />
            <Fact name="飲食店" value={restaurants} />
            <Fact name="都道府県" value={prefectures} />
          </dl>
          {harvest.length > 0 && (
            <section aria-labelledby="harvest">
              <h2 id="harvest" className="mb-3">
                <Head as="span" className="text-h3">
                  今朝届いた食材
                </Head>
              </h2>
              <ul className="grid grid-cols-2 gap-3 md:grid-cols-3">
                {harvest.map((item) => (
                  <li key={item.id} className="card">
                    <ProductPicture name={item.picture} alt="" sizes="(min-width: 48rem) 320px, 50vw" />
                    <CartonLines category={item.category} />
                    <div className="grid gap-1 p-3">
                      <p className="font-bold">{item.name}</p>
                      <p className="flex items-center gap-1 text-sub text-ink-2">
                        <Crest kanji={item.farm.slice(0, 1)} category={item.category} />
                        {item.farm}（{item.place}）
                      </p>
                      <p className="text-caption text-ink-3">
                        {item.harvestedOn === today ? 'けさ収穫' : `${formatShortDay(item.harvestedOn)}収穫`}
                      </p>
                    </div>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </main>
    </>
  )
}

function Door({ to, icon, title, what }: { to: string; icon: ReactNode; title: string; what: string }) {
  return (
    <Link to={to} className="card flex min-h-24 items-center gap-4 p-4 text-pine shadow-2 hover:bg-pine-tint">
      {icon}
      <span className="grid grow">
        <span className="text-h3 font-bold">{title}</span>
        <span className="text-sub text-ink-2">{what}</span>
      </span>
      <ChevronRight aria-hidden="true" />
    </Link>
  )
}

function Fact({ name, value }: { name: string; value: number }) {
  return (
    <div className="card flex flex-col-reverse p-3">
      <dt className="text-sub text-ink-2">{name}</dt>
      <dd className="num text-h2 text-pine">{formatNumber(value)}</dd>
    </div>
  )
}
