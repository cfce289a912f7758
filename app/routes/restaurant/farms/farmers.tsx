import { Check, Map as MapIcon } from 'lucide-react'
import { categories, methods } from '#kernel/enums.ts'
import { formatDay, formatNumber, formatShortDay } from '#kernel/format.ts'
import { addDays } from '#kernel/jst.ts'
import { type PrefCode, prefectures, regionNames, regions } from '#kernel/place.ts'
import { categoryWord, methodWord } from '#modules/products/catalog/catalog-labels.ts'
import { type FarmWish, farmWishAddress, noFarmWish, readFarmWish } from '#modules/products/catalog/farm-filter.ts'
import { type ListedFarm, listFarms } from '#modules/products/catalog/farm-list.server.ts'
import { FarmCards } from '#modules/products/catalog/ui/farm-card.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { DetailsMenu } from '#ui/details-menu.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Head } from '#ui/head.tsx'
import { JapanMap } from '#ui/japan-map.tsx'
import { Link } from '#ui/link.tsx'
import { page } from '#web/page.server.ts'
import { publicMeta } from '#web/page-meta.ts'
import { useKept } from '../layout/shell.ts'
import { catalogViewerOf } from '../layout/viewer.server.ts'
import type { Route } from './+types/farmers.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: '農園',
    description: '飲食店に直送する全国の農園を、産地・品目・栽培方法から検索できます。',
    path: '/restaurant/farmers',
  })
export const handle = { shell: { rail: true }, shared: true }

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { kitchen, today } = await catalogViewerOf(ctx, request)
  const asked = readFarmWish(new URL(request.url).searchParams)
  const wish = kitchen && asked.on && asked.on >= today ? asked : { ...asked, on: null }
  return {
    ...(await listFarms(ctx, wish, kitchen)),
    wish,
    days: kitchen ? Array.from({ length: 7 }, (_, ahead) => addDays(today, ahead + 1)) : null,
    signedIn: 'personId' in ctx.actor,
  }
})

export default function FarmersPage({ loaderData }: Route.ComponentProps) {
  const { farms, count, next, wish, places } = loaderData
  const kept = useKept()
  const to = (change: Partial<FarmWish>) => farmWishAddress({ ...wish, after: null, ...change })
  return (
    <div className="grid grid-cols-1 gap-4 px-2.5 pt-4 pb-8 lg:px-8 lg:pt-8 min-[75rem]:px-0">
      <div className="flex flex-wrap items-baseline gap-x-3 px-1">
        <h1>
          <Head as="span" className="text-h2 lg:text-h1">
            農園
          </Head>
        </h1>
        <p className="text-ink-2">
          <span className="num text-ink">{formatNumber(count)}</span>軒
        </p>
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="grid grid-cols-1 gap-4">
          <Regions loaderData={loaderData} to={to} />
          <Chips loaderData={loaderData} to={to} />
        </div>
        <JapanMap places={mapPlaces(places, to)} className="max-lg:hidden" />
        <details className="card px-3 lg:hidden">
          <summary className="flex min-h-12 items-center gap-2 font-bold">
            <MapIcon aria-hidden="true" />
            地図を見る
          </summary>
          <JapanMap places={mapPlaces(places, to)} className="pb-3" />
        </details>
      </div>
      {farms.length > 0 ? (
        <>
          <h2 className="visually-hidden">一覧</h2>
          <FarmCards farms={farms.map((farm) => ({ ...farm, said: saidOf(farm) }))} kept={kept} />
        </>
      ) : (
        <EmptyState
          action={
            <ButtonLink kind="line" to={farmWishAddress(noFarmWish)}>
              すべての農園を見る
            </ButtonLink>
          }
        >
          条件に合う農園がありません。
        </EmptyState>
      )}
      {(next !== null || wish.after !== null) && (
        <div className="flex flex-wrap justify-center gap-3">
          {wish.after && (
            <ButtonLink kind="text" to={to({})}>
              最初のページを見る
            </ButtonLink>
          )}
          {next && (
            <ButtonLink kind="line" size="lg" to={to({ after: next })}>
              続きを見る
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  )
}

function saidOf({ methods, fillPercent, firstDay }: ListedFarm): string {
  return [
    ...methods.map((method) => methodWord[method]),
    ...(firstDay ? [`最短 ${formatShortDay(firstDay)}にお届け`] : []),
    ...(fillPercent !== null ? [`出荷 ${fillPercent}%`] : []),
  ].join('・')
}

type PartProps = Pick<Route.ComponentProps, 'loaderData'> & { to: (change: Partial<FarmWish>) => string }

const mapPlaces = (places: PartProps['loaderData']['places'], to: PartProps['to']) =>
  prefectures.map(({ code, shortName }) => ({
    ...{ code, shortName },
    count: places[code] ?? 0,
    href: to({ prefecture: code, region: null }),
  }))

/** The same as the map, for keyboards and screen readers: 地方, and the prefectures of the selected one. */
function Regions({ loaderData: { wish, places }, to }: PartProps) {
  const countOf = (code: PrefCode) => places[code] ?? 0
  const open = wish.region ?? prefectures.find(({ code }) => code === wish.prefecture)?.region
  const inside = prefectures.filter(({ code, region }) => region === open && countOf(code) > 0)
  return (
    <nav aria-label="産地" className="grid grid-cols-1 gap-2">
      <ul className="flex flex-wrap gap-2">
        {regions.map((region) => {
          const sum = prefectures.reduce((all, it) => all + (it.region === region ? countOf(it.code) : 0), 0)
          return (
            sum > 0 && (
              <li key={region}>
                <Link
                  to={to({ region: region === open ? null : region, prefecture: null })}
                  className="chip"
                  aria-current={region === open ? 'true' : undefined}
                >
                  {regionNames[region]}
                  <b className="num">{sum}</b>
                  <span className="visually-hidden">軒</span>
                </Link>
              </li>
            )
          )
        })}
      </ul>
      {inside.length > 1 && (
        <ul className="flex flex-wrap gap-x-1 rounded-card bg-sunken px-2">
          {inside.map(({ code, shortName }) => (
            <li key={code}>
              <Link
                to={to(
                  wish.prefecture === code
                    ? { prefecture: null, region: open ?? null }
                    : { prefecture: code, region: null },
                )}
                aria-current={wish.prefecture === code ? 'true' : undefined}
                className="inline-flex min-h-11 items-center px-2 underline decoration-line-strong underline-offset-4 aria-[current]:font-bold aria-[current]:decoration-current"
              >
                {shortName}
                <span className="num ps-1 text-pine">{countOf(code)}</span>
                <span className="visually-hidden">軒</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}

function Chips({ loaderData: { wish, days, signedIn }, to }: PartProps) {
  return (
    <div className="menu-row flex flex-wrap gap-2">
      <Link
        to={to({ sort: wish.sort === 'rated' ? 'name' : 'rated' })}
        className="chip"
        aria-current={wish.sort === 'rated' ? 'true' : undefined}
      >
        {wish.sort === 'rated' && <Check aria-hidden="true" />}評価の高い順
      </Link>
      <Choices
        chosen={wish.category !== null}
        name={wish.category ? categoryWord[wish.category] : '品目'}
        none={to({ category: null })}
        choices={categories.map((category) => [categoryWord[category], to({ category })])}
      />
      <Choices
        chosen={wish.method !== null}
        name={wish.method ? methodWord[wish.method] : '栽培方法'}
        none={to({ method: null })}
        choices={methods.map((method) => [methodWord[method], to({ method })])}
      />
      {days && (
        <Choices
          chosen={wish.on !== null}
          name={wish.on ? `${formatShortDay(wish.on)}にお届け` : 'お届け日'}
          none={to({ on: null })}
          choices={days.map((day) => [formatDay(day), to({ on: day })])}
        />
      )}
      {signedIn && (
        <Link
          to={to({ favourites: !wish.favourites })}
          className="chip"
          aria-current={wish.favourites ? 'true' : undefined}
        >
          {wish.favourites && <Check aria-hidden="true" />}お気に入り
          <span className="visually-hidden">{wish.favourites ? 'のみ（解除）' : 'のみに絞り込む'}</span>
        </Link>
      )}
    </div>
  )
}

type ChoicesProps = { name: string; chosen: boolean; none: string; choices: readonly (readonly [string, string])[] }

const Choices = ({ name, chosen, none, choices }: ChoicesProps) => (
  <DetailsMenu
    summaryClassName="chip"
    summary={
      <>
        {chosen && <Check aria-hidden="true" />}
        {name}
      </>
    }
  >
    <ul>
      <li>
        <Link to={none} className="menu-item">
          指定しない
        </Link>
      </li>
      {choices.map(([word, to]) => (
        <li key={to}>
          <Link to={to} className="menu-item">
            {word}
          </Link>
        </li>
      ))}
    </ul>
  </DetailsMenu>
)
