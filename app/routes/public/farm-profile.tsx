import { NotFound } from '#kernel/errors.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { methodWord } from '#modules/products/catalog/catalog-labels.ts'
import { publicFarm } from '#modules/products/farm-page/public-farm.server.ts'
import { FarmLinks } from '#modules/products/ui/farm-links.tsx'
import { FarmStory } from '#modules/products/ui/farm-story.tsx'
import { restText } from '#modules/products/vacation/vacation.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta, publicMeta } from '#web/page-meta.ts'
import type { Route } from './+types/farm-profile.ts'

/** For search engines it is the page of the farm with its products. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? publicMeta(matches, {
        title: loaderData.farm.name,
        description: `${loaderData.farm.place}の${loaderData.farm.name}`,
        path: productsOf(loaderData.farm),
        image: `/share/farmers/${loaderData.farm.id}`,
      })
    : ownMeta('農園')

const productsOf = ({ id }: { id: string }) => `/restaurant/farmers/${id}`

export const handle = { shared: true }

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const id = parseId<'farm'>(params.id)
  if (!id) throw new NotFound('farm')
  return { farm: await publicFarm(ctx, id) }
})

/** A farm as everyone sees it: its story, its methods with their proofs, its links. */
export default function FarmProfilePage({ loaderData: { farm } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-6 p-4 pb-12">
      <h1 className="text-h2 font-bold">{farm.name}</h1>
      <FarmStory farm={farm} story={farm.story} photos={farm.photos} />
      <section aria-label="栽培方法" className="card grid gap-2 p-4">
        {farm.methods.map(({ method, certificate }) => (
          <p key={method}>
            <b>
              <Explained>{methodWord[method]}</Explained>
            </b>
            {certificate && (
              <span className="text-sub text-ink-2">
                {'　'}
                {certificate.authority} {certificate.number}
                {certificate.expiresOn && `（${formatDayWithYear(certificate.expiresOn)}まで）`}
              </span>
            )}
          </p>
        ))}
        {farm.rests.map((rest) => (
          <p key={rest.from}>{restText(rest)}</p>
        ))}
        <p>代表 {farm.representative}さん</p>
      </section>
      <FarmLinks links={farm.links} farm={farm.name} />
      <ButtonLink to={productsOf(farm)} className="justify-self-start">
        この農園の商品を見る
      </ButtonLink>
    </div>
  )
}
