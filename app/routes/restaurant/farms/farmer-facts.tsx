import { formatNumber } from '#kernel/format.ts'
import { FarmRecord } from '#modules/products/catalog/ui/farm-record.tsx'
import VoicesPart from '#modules/reviews/ui/voices-part.tsx'
import { Head } from '#ui/head.tsx'
import { WhereMap } from '#ui/japan-map.tsx'
import { Link } from '#ui/link.tsx'
import type { Route } from './+types/farmer.ts'

type Part = Pick<Route.ComponentProps, 'loaderData'>

/** Details for interested readers: the farm's certificates and facts, its location, reviews by kitchens. */
export default function FarmerFacts({ loaderData }: Part) {
  const { record } = loaderData
  return (
    <>
      <section aria-labelledby="record" className="grid min-w-0 content-start gap-3">
        <h2 id="record">
          <Head as="span" className="text-h3 lg:text-h2">
            栽培方法と取り組み
          </Head>
        </h2>
        <FarmRecord record={record} />
      </section>
      <Place loaderData={loaderData} />
      <VoicesPart {...loaderData} className="min-w-0 min-[75rem]:col-span-2" />
    </>
  )
}

/** Its location, and the distance to the user's own kitchen. */
function Place({ loaderData: { farm, kitchen } }: Part) {
  return (
    <section aria-labelledby="place" className="grid min-w-0 grid-cols-1 content-start gap-3">
      <h2 id="place">
        <Head as="span" className="text-h3 lg:text-h2">
          所在地
        </Head>
      </h2>
      <div className="flex flex-wrap items-center gap-4 [&>.where-map]:w-44 [&>.where-map]:max-w-full">
        <WhereMap farm={farm.prefectureCode} kitchen={kitchen?.prefecture ?? null} />
        <div className="grid min-w-0 grow basis-32 gap-1">
          <p className="flex items-center gap-2 font-bold">
            <span className="size-4 shrink-0 rounded-[3px] bg-pine" aria-hidden="true" />
            {farm.prefecture}
            {farm.city}
          </p>
          {kitchen && (
            <p className="flex items-center gap-2">
              <span
                className="size-4 shrink-0 rounded-[3px] outline-2 -outline-offset-2 outline-[light-dark(#b48a00,#ffd65a)]"
                aria-hidden="true"
              />
              {kitchen.name}
              {kitchen.km > 0 && `から約${formatNumber(kitchen.km)}km`}
            </p>
          )}
          <Link
            to={`/restaurant/farmers?pref=${farm.prefectureCode}`}
            className="prose-link inline-flex min-h-11 items-center text-sub"
          >
            {farm.prefecture}の農園を見る
          </Link>
        </div>
      </div>
    </section>
  )
}
