import { Form, redirect } from 'react-router'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import { newId } from '#kernel/ids.ts'
import { pictureAddress } from '#kernel/picture-name.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { ownGoods } from '#modules/products/own-products.server.ts'
import { duplicateGoods, ownDrafts } from '#modules/products/product-draft.server.ts'
import { statusWord } from '#modules/products/product-fields.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/goods-new.ts'

export const meta = () => ownMeta('商品を出品する')

/** Products that can be listed again: paused or archived ones first, such as last year's. */
export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.change', { farmId })
  const before = [
    ...(await ownGoods(ctx, 'archived')),
    ...(await ownGoods(ctx, 'paused')),
    ...(await ownGoods(ctx, 'listed')),
  ]
  return {
    fresh: newId<'product'>(),
    drafts: (await ownDrafts(ctx)).length,
    before: before
      .slice(0, 60)
      .map(({ id, name, packLabel, picture, status }) => ({ id, name, packLabel, picture, status })),
  }
})

export const action = pageAction(
  onlyJob(
    job(duplicateGoods, {
      fields: () => ({ key: crypto.randomUUID() }),
      done: ({ id }) => redirect(`/farmer/products/edit/${id}?step=price`),
    }),
  ),
)

/** The start of a new product: with a photo, or with an earlier product, which asks only for price and stock. */
export default function GoodsNewPage({ loaderData: { fresh, drafts, before }, matches }: Route.ComponentProps) {
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/products/List', word: '商品' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">商品を出品する</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 items-start gap-6 p-4 pb-24 lg:max-w-[90rem] lg:grid-cols-2 lg:px-8">
        <section className="card grid grid-cols-1 gap-3 p-4">
          <h2 className="text-h3 font-bold">初めての商品</h2>
          <p>写真を撮影し、5つの質問に回答するだけです。3分ほどで完了し、途中でやめても下書きに残ります。</p>
          <p>
            <ButtonLink to={`/farmer/products/edit/${fresh}?new&step=photos`} size="lg">
              写真から始める
            </ButtonLink>
          </p>
          {drafts > 0 && (
            <p>
              <Link
                to="/farmer/products/edit"
                className="inline-flex min-h-(--target) items-center font-bold underline"
              >
                入力中の下書き（{drafts}）を続ける
              </Link>
            </p>
          )}
        </section>
        {before.length > 0 && (
          <section aria-labelledby="before-title" className="grid grid-cols-1 gap-3">
            <h2 id="before-title" className="text-h3 font-bold">
              昨年の商品から
            </h2>
            <p className="text-ink-2">写真と説明はそのままで、価格と数量のみ入力します。</p>
            <Form method="post">
              <ul className="card">
                {before.map(({ id, name, packLabel, picture, status }) => (
                  <li key={id} className="border-t border-line first:border-t-0">
                    <button
                      type="submit"
                      name="id"
                      value={id}
                      className="flex min-h-18 w-full items-center gap-3 p-2 text-start hover:bg-pine-tint"
                    >
                      <img
                        src={pictureAddress(picture, 160)}
                        alt=""
                        width={64}
                        height={48}
                        loading="lazy"
                        className="photo aspect-4/3 w-16 rounded-control object-cover"
                      />
                      <span className="grid min-w-0 grow">
                        <b>{name}</b>
                        <span className="text-sub text-ink-2">{packLabel}</span>
                      </span>
                      <span className="text-sub whitespace-nowrap text-ink-2">{statusWord[status]}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </Form>
          </section>
        )}
      </div>
    </>
  )
}
