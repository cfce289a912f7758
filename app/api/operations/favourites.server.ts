import { z } from 'zod'
import { endpoint, refusals } from '#api/endpoint.server.ts'
import { operation } from '#api/operation.server.ts'
import { granted } from '#api/problems.server.ts'
import { FavouriteFarm, ProductCard } from '#api/schemas/products.ts'
import { AnId } from '#api/schemas/shapes.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { watchKinds } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type Id, parseId } from '#kernel/ids.ts'
import { type Favourite, myFavourites, setFavourite } from '#modules/products/catalog/favourites.server.ts'
import { watchRefusalText } from '#modules/products/catalog/watch-labels.ts'
import { addWatch, myWatches, removeWatch, WatchIn } from '#modules/products/catalog/watches.server.ts'

const tag = '商品の検索'

const keeping = (method: 'PUT' | 'DELETE', of: 'products' | 'farms', summary: string) =>
  endpoint('members', {
    method,
    path: `/favourites/${of}/{id}`,
    tag,
    scope: 'favourites.write',
    summary,
    successStatus: 204,
  }).input(z.object({ params: z.object({ id: z.uuid() }) }))

export const favouritesOperations = {
  favourites: endpoint('members', {
    method: 'GET',
    path: '/favourites',
    tag,
    scope: 'catalog.read',
    summary: 'お気に入りとお知らせを見る',
  })
    .output(
      z.object({
        products: z.array(ProductCard),
        resting: z.array(ProductCard).describe('現在販売していない商品'),
        farms: z.array(FavouriteFarm),
        watches: z.array(z.object({ id: AnId, kind: z.enum(watchKinds), what: z.string() })),
      }),
    )
    .handler(async ({ context: { ctx } }) => ({
      ...(await myFavourites(ctx)),
      watches: (await myWatches(ctx)).map(({ id, kind, what }) => ({ id, kind, what })),
    })),
  keepProduct: keeping('PUT', 'products', '商品をお気に入りに追加する').handler(
    ({ context: { ctx }, input: { params } }) => keep(ctx, { productId: idOr404(params.id) }, true),
  ),
  letProductGo: keeping('DELETE', 'products', '商品をお気に入りから削除する').handler(
    ({ context: { ctx }, input: { params } }) => keep(ctx, { productId: idOr404(params.id) }, false),
  ),
  keepFarm: keeping('PUT', 'farms', '農園をお気に入りに追加する').handler(({ context: { ctx }, input: { params } }) =>
    keep(ctx, { farmId: idOr404(params.id) }, true),
  ),
  letFarmGo: keeping('DELETE', 'farms', '農園をお気に入りから削除する').handler(
    ({ context: { ctx }, input: { params } }) => keep(ctx, { farmId: idOr404(params.id) }, false),
  ),
  watch: endpoint('members', {
    method: 'PUT',
    path: '/watches',
    tag,
    scope: 'favourites.write',
    summary: 'お知らせを登録する',
    description: '同じものを二度登録しても、お知らせは1回です。',
    successStatus: 204,
  })
    .input(
      z.object({
        body: WatchIn,
      }),
    )
    .errors(refusals(addWatch.declaration.refusals.codes, (refusal) => watchRefusalText[refusal]))
    .handler(async ({ context: { ctx }, input: { body } }) => {
      granted(await addWatch(ctx, { asked: body }), (refusal) => watchRefusalText[refusal])
    }),
  unwatch: operation(removeWatch, {
    method: 'DELETE',
    path: '/watches/{id}',
    tag,
    scope: 'favourites.write',
    summary: 'お知らせを解除する',
    successStatus: 204,
    params: { id: 'id' },
    output: z.void(),
    answer: () => undefined,
  }),
}

async function keep(ctx: Ctx, it: Favourite, kept: boolean): Promise<void> {
  await setFavourite(ctx, { it, kept })
}

function idOr404<Of extends string>(text: string): Id<Of> {
  const id = parseId<Of>(text)
  if (!id) throw new NotFound('favourite')
  return id
}
