import { formatNumber } from '#kernel/format.ts'
import { JapanMap, type MapPlace } from '#ui/japan-map.tsx'
import { Link } from '#ui/link.tsx'

export type FarmPlace = MapPlace & { name: string }
type Region = { name: string; places: readonly FarmPlace[] }

/** Where the farms are: the map to look at, and the list with the links. */
export function Farms({ regions, farms }: { regions: readonly Region[]; farms: number }) {
  return (
    <div className="grid grid-cols-1 items-center gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] lg:gap-12">
      <div className="relative">
        <p className="absolute top-0 left-0 leading-tight font-bold">
          <span className="block text-sub md:text-lead">全国</span>
          <span className="num text-[clamp(2rem,10vw,4.5rem)] text-pine">{formatNumber(farms)}</span>
          <span className="md:text-lead">軒の農園</span>
        </p>
        <JapanMap places={regions.flatMap(({ places }) => places)} />
      </div>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
        {regions.map(({ name, places }) => {
          const withFarms = places.filter(({ count }) => count > 0)
          if (withFarms.length === 0) return null
          return (
            <div key={name} className="grid content-start gap-x-6 sm:contents">
              <dt className="font-bold whitespace-nowrap sm:pt-2.5">{name}</dt>
              <dd className="flex flex-wrap gap-x-1">
                {withFarms.map((place) => (
                  <Link
                    key={place.code}
                    to={place.href}
                    className="relative inline-flex min-h-11 items-baseline gap-1 rounded-control px-2 pt-2.5 whitespace-nowrap text-ink underline decoration-line-strong underline-offset-4 hover:bg-kraft-tint hover:decoration-current"
                  >
                    {place.name}
                    <span className="num text-pine">{formatNumber(place.count)}</span>
                    <span className="visually-hidden">農園</span>
                  </Link>
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}
