import { Plus } from 'lucide-react'
import { Form } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { type ProductId, parseId } from '#kernel/ids.ts'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { makeList, setShoppingListLine } from '#modules/shopping-lists/change-list.server.ts'
import { fieldOfList } from '#modules/shopping-lists/refusal-text.ts'
import { listsWithProduct } from '#modules/shopping-lists/shopping-lists.server.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { chosenKitchen, kitchenField } from '#web/chosen-kitchen.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/list-add.ts'

export const meta = () => ownMeta('「いつもの」に追加')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

const productIn = (request: Request): ProductId => {
  const id = parseId<'product'>(new URL(request.url).searchParams.get('product'))
  if (!id) throw new NotFound('product')
  return id
}

/** Selects the list for a product; `?product=` names it. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const kitchenId = await chosenKitchen(request, requireBuyer(ctx.actor))
  return {
    ...(await listsWithProduct(ctx, { kitchenId, productId: productIn(request) })),
    formKey: crypto.randomUUID(),
  }
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  const { kitchenId } = await kitchenField(args, ctx)
  const { product } = await listsWithProduct(ctx, { kitchenId, productId: productIn(args.request) })
  const add = job(setShoppingListLine, {
    fields: () => ({ productId: product.id, qty: String(product.minQty), learns: 'true' }),
    done: () =>
      redirectWithFlash(`/restaurant/products/${product.id}`, `「${product.name}」を「いつもの」に追加しました。`),
  })
  const make = job(makeList, {
    fields: () => ({ kitchenId }),
    at: fieldOfList,
    done: ({ listId }, _, __, ___, form) => {
      form.set('listId', listId)
      return add(ctx, form, args)
    },
  })
  return jobs({ add, make })(ctx, args)
})

export default function ListAddPage({ loaderData, actionData }: Route.ComponentProps) {
  const { product, lists, formKey } = loaderData
  const problem = actionData?.problem
  return (
    <>
      <PageBar back={`/restaurant/products/${product.id}`} backLabel="商品の画面へ戻る" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">「いつもの」に追加</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[40rem] grid-cols-1 gap-5 px-3.5 pt-4 pb-12">
        {problem && <ProblemNotice problem={problem} />}
        <p>
          <strong>{product.name}</strong>（{product.farm}）を追加するリストを選択してください。
        </p>
        {lists.length > 0 && (
          <ul className="grid grid-cols-1 gap-3">
            {lists.map(({ id, name, has }) => (
              <li key={id} className="card flex min-h-16 flex-wrap items-center justify-between gap-3 px-4 py-2">
                <b>{name}</b>
                {has ? (
                  <span className="text-sub text-ink-2">追加済み</span>
                ) : (
                  <Form method="post">
                    <input type="hidden" name="intent" value="add" />
                    <input type="hidden" name="listId" value={id} />
                    <Button>
                      <Plus aria-hidden="true" />
                      <span>
                        追加<span className="visually-hidden">：{name}</span>
                      </span>
                    </Button>
                  </Form>
                )}
              </li>
            ))}
          </ul>
        )}
        <Form method="post" className="card grid grid-cols-1 gap-3 p-4">
          <input type="hidden" name="intent" value="make" />
          <input type="hidden" name="key" value={formKey} />
          <TextField
            label="新しいリストの名前"
            name="name"
            help="例 火曜の定番"
            error={problem?.fields.name}
            maxLength={40}
          />
          <p>
            <Button kind="line">新しいリストに追加</Button>
          </p>
        </Form>
      </div>
    </>
  )
}
