import { Suspense } from 'react'
import { requireBuyer } from '#access/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { type ProductId, parseId, type UsualListId } from '#kernel/ids.ts'
import { parseJstDate } from '#kernel/jst.ts'
import { listIntoCart } from '#modules/lists/into-cart.server.ts'
import { missingToPar, parseLeft } from '#modules/lists/par.ts'
import { forgetCount } from '#modules/lists/ui/kept-count.ts'
import { openList } from '#modules/lists/usual-lists.server.ts'
import { lazyScreen } from '#ui/lazy-screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { stayWhenOffline } from '../farm/stay-when-offline.ts'
import { fieldsToMend, formOf, invalid, refused, typedIn } from '../form.ts'
import { redirectWithNotice } from '../notice.server.ts'
import { page, pageAction } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import type { Route } from './+types/list-stock.ts'
import { reorderedText } from './cart-action.server.ts'

export const meta = () => ownMeta('棚卸し')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

const idOf = (params: { id: string }): UsualListId => {
  const id = parseId<'usualList'>(params.id)
  if (!id) throw new NotFound('list')
  return id
}

/** The list as it is usual for its next delivery; `?left.<product>=` is what was counted where there is no script. */
export const loader = page(async (ctx, { request, params }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  const asked = new URL(request.url).searchParams
  const counted = [...asked].filter(([name]) => name.startsWith('left.'))
  return { list: await openList(ctx, { listId: idOf(params) }), counted: Object.fromEntries(counted) }
})

/** The difference to what is usual on that day, of everything that was counted, into the cart. */
export const action = pageAction(async (ctx, { request, params }: Route.ActionArgs) => {
  const listId = idOf(params)
  const form = await formOf(request)
  const typed = typedIn(form)
  const { awake } = await openList(ctx, { listId, on: parseJstDate(form.get('day')) ?? undefined })
  const fields: Record<string, string> = {}
  const goods: { productId: ProductId; qty: number }[] = []
  for (const line of awake) {
    const name = `left.${line.productId}`
    const left = parseLeft(typed[name])
    if (left === null) {
      if (typed[name]?.trim()) fields[name] = '残りは数字で入れてください（例 2、0.5）。'
      continue
    }
    const qty = missingToPar(line.qty, left, line)
    if (qty > 0) goods.push({ productId: line.productId, qty })
  }
  if (Object.keys(fields).length > 0) return invalid({ fields, summary: fieldsToMend, typed })
  if (goods.length === 0)
    return refused(
      'たのむ品がありません。残りを数えて入れるか、足りているのでそのままで大丈夫です。',
      form,
      undefined,
      422,
    )
  return redirectWithNotice('/restaurant/cart', reorderedText(await listIntoCart(ctx, { listId, goods })))
})

/** Without a line the page stays, with all that was counted; once it is in the cart the count is forgotten. */
export async function clientAction({ serverAction, params }: Route.ClientActionArgs) {
  try {
    return await stayWhenOffline(() => serverAction())
  } catch (answer) {
    if (answer instanceof Response) forgetCount(params.id)
    throw answer
  }
}

const Screen = import.meta.env.SSR
  ? (await import('./list-stock-screen.tsx')).default
  : lazyScreen(() => import('./list-stock-screen.tsx'))

export default function ListStockPage(props: Route.ComponentProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <Screen {...props} />
    </Suspense>
  )
}
