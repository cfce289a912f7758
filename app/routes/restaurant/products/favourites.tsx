import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type MetaFunction, useFetcher } from 'react-router'
import { myFavourites } from '#modules/products/catalog/favourites.server.ts'
import { FarmCards } from '#modules/products/catalog/ui/farm-card.tsx'
import { type KeepAnswer, useUndo } from '#modules/products/catalog/ui/use-undo.ts'
import { watchOften, watchWord } from '#modules/products/catalog/watch-labels.ts'
import { myWatches, type OwnWatch } from '#modules/products/catalog/watches.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Head } from '#ui/head.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { stopOffline } from '#ui/stop-offline.ts'
import { formOf } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { isSentByScript } from '#web/sent-by-script.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import { useKept } from '../layout/shell.ts'
import type { Route } from './+types/favourites.ts'
import { changeFavourites, doWhatWasPressed } from './favourites-action.server.ts'
import { ProductTiles } from './product-tiles.tsx'

export const meta: MetaFunction = () => ownMeta('お気に入り')
export const handle = { shell: { rail: true } }

/** Every favourite and alert of the market, from any page. */
export const action = page(async (ctx, { request }: Route.ActionArgs) =>
  changeFavourites(ctx, await formOf(request), isSentByScript(request)),
)

/** Offline the page stays, and says that nothing was saved. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const back = await doWhatWasPressed(ctx, request)
  if (back) throw back
  return { ...(await myFavourites(ctx)), watches: await myWatches(ctx) }
})

export default function FavouritesPage({ loaderData: { products, resting, farms, watches } }: Route.ComponentProps) {
  const kept = useKept()
  const nothing = products.length + resting.length + farms.length === 0
  return (
    <div className="grid grid-cols-1 gap-8 px-2.5 pt-4 pb-8 lg:px-8 lg:pt-8 min-[75rem]:px-0">
      <h1 className="px-1">
        <Head as="span" className="text-h2 lg:text-h1">
          お気に入り
        </Head>
      </h1>
      {nothing && (
        <EmptyState
          action={
            <ButtonLink to="/restaurant/products" kind="line">
              食材を検索
            </ButtonLink>
          }
        >
          商品や農園のハートを押すと、ここに表示されます。
        </EmptyState>
      )}
      {products.length > 0 && (
        <Part id="goods" name="商品">
          <ProductTiles products={products} eager={1} />
        </Part>
      )}
      {farms.length > 0 && (
        <Part id="farms" name="農園">
          <FarmCards farms={farms} kept={kept} />
        </Part>
      )}
      {resting.length > 0 && (
        <Part id="resting" name="現在販売していない商品">
          <ProductTiles products={resting} resting />
        </Part>
      )}
      <Part id="watches" name="登録中のお知らせ">
        {watches.length > 0 ? (
          <ul className="card divide-y divide-line">
            {watches.map((watch) => (
              <Watched key={watch.id} watch={watch} />
            ))}
          </ul>
        ) : (
          <p className="px-1 text-ink-2">
            商品や農園の画面で「入荷したら通知」「新商品が出たら通知」などを選択すると、ここに表示されます。
          </p>
        )}
      </Part>
    </div>
  )
}

const Part = ({ id, name, children }: { id: string; name: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
    <h2 id={id} className="px-1 text-h4 font-bold lg:text-h3">
      {name}
    </h2>
    {children}
  </section>
)

function Watched({ watch: { id, kind, what, to, again } }: { watch: OwnWatch }) {
  const fetcher = useFetcher<KeepAnswer>({ key: `watch-${id}` })
  const pressed = useUndo(fetcher, `${what}のお知らせを解除しました。`, { intent: 'watch', on: '1', ...again })
  return (
    <li className="flex items-center gap-3 p-3">
      <p className="grid min-w-0 grow">
        {to ? (
          <Link to={to} className="inline-flex min-h-11 items-center font-bold hover:underline">
            {what}
          </Link>
        ) : (
          <span className="font-bold">{what}</span>
        )}
        <span className="text-sub text-ink-2">
          {watchWord[kind]}（{watchOften[kind]}）
        </span>
      </p>
      <fetcher.Form method="post" onSubmit={(event) => stopOffline(event) || pressed(true)}>
        <input type="hidden" name="intent" value="unwatch" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="returnTo" value="/restaurant/favourites" />
        <IconButton type="submit" label={`${what}のお知らせを解除：${watchWord[kind]}`}>
          <X aria-hidden="true" />
        </IconButton>
      </fetcher.Form>
    </li>
  )
}
