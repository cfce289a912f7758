import { requireBuyer } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatDay } from '#kernel/format.ts'
import { type ProductId, parseId, type ShoppingListId } from '#kernel/ids.ts'
import { parseJstDate } from '#kernel/jst.ts'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { listIntoCart } from '#modules/shopping-lists/into-cart.server.ts'
import { openList } from '#modules/shopping-lists/open-list.server.ts'
import { missingToPar, parseLeft } from '#modules/shopping-lists/par.ts'
import { StockForm } from '#modules/shopping-lists/ui/stock-form.tsx'
import { forgetCount } from '#modules/shopping-lists/ui/stored-count.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, formOf, invalid, refused, typedIn } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import { reorderedText } from '../cart/cart-action.server.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/list-stock.ts'

export const meta = () => ownMeta('棚卸し')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

const idOf = (params: { id: string }): ShoppingListId => {
  const id = parseId<'shoppingList'>(params.id)
  if (!id) throw new NotFound('list')
  return id
}

/** The usual quantities for the next delivery; `?left.<product>=` is the counted stock without script. */
export const loader = page(async (ctx, { request, params }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  const asked = new URL(request.url).searchParams
  const counted = [...asked].filter(([name]) => name.startsWith('left.'))
  return { list: await openList(ctx, { listId: idOf(params) }), counted: Object.fromEntries(counted) }
})

/** Puts the difference to the usual quantity of that day, for everything counted, into the cart. */
export const action = pageAction(async (ctx, { request, params }: Route.ActionArgs) => {
  const listId = idOf(params)
  const form = await formOf(request)
  const typed = typedIn(form)
  const { awake } = await openList(ctx, { listId, on: parseJstDate(form.get('day')) ?? undefined })
  const fields: Record<string, string> = {}
  const lines: { productId: ProductId; qty: number }[] = []
  for (const line of awake) {
    const name = `left.${line.productId}`
    const left = parseLeft(typed[name])
    if (left === null) {
      if (typed[name]?.trim()) fields[name] = '残数は数字で入力してください（例 2、0.5）。'
      continue
    }
    const qty = missingToPar(line.qty, left, line)
    if (qty > 0) lines.push({ productId: line.productId, qty })
  }
  if (Object.keys(fields).length > 0) return invalid({ fields, summary: fieldsToMend, typed })
  if (lines.length === 0)
    return refused(
      '注文が必要な商品がありません。残数を入力してください。足りている場合は、このままで問題ありません。',
      form,
      undefined,
      422,
    )
  const put = await listIntoCart(ctx, { listId, lines })
  if (!put.ok) return refused(listIntoCart.declaration.refusals.text(put.refusal), form)
  return redirectWithFlash('/restaurant/cart', reorderedText(put.value))
})

/** Offline the page stays, with all counts; once they are in the cart the draft is deleted. */
export async function clientAction({ serverAction, params }: Route.ClientActionArgs) {
  try {
    return await stayWhenOffline(() => serverAction())
  } catch (answer) {
    if (answer instanceof Response) forgetCount(params.id)
    throw answer
  }
}

export default function ListStockScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { list, counted } = loaderData
  const problem = actionData?.problem
  return (
    <>
      <PageBar back={`/restaurant/lists?list=${list.id}`} backLabel="「いつもの」へ戻る" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">「{list.name}」の棚卸し</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[42rem] grid-cols-1 gap-4 px-3.5 pt-4 pb-12">
        {problem && <ProblemNotice problem={problem} />}
        <p>
          <b>{formatDay(list.on)}に届く分</b>
          です。残数を入力すると、通常の数量（適量）との差が表示されます。未入力の商品は追加されません。半分は 0.5
          と入力してください。
        </p>
        {list.awake.length === 0 ? (
          <EmptyState action={<ButtonLink to={`/restaurant/lists/${list.id}`}>商品を追加</ButtonLink>}>
            現在、棚卸しできる商品がありません。
          </EmptyState>
        ) : (
          <StockForm list={list} typed={problem?.typed ?? counted} fields={problem?.fields ?? {}} />
        )}
        {list.asleep.length > 0 && (
          <p className="text-sub text-ink-2">
            販売休止中の商品は対象外です：{list.asleep.map(({ name }) => name).join('、')}
          </p>
        )}
      </div>
    </>
  )
}
