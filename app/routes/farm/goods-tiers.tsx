import { Suspense } from 'react'
import { data } from 'react-router'
import { authorize, requireFarm } from '#access/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { type ProductId, parseId } from '#kernel/ids.ts'
import { numberRefusalText, readNumber } from '#kernel/typed-number.ts'
import { yen } from '#kernel/yen.ts'
import { mostYen } from '#modules/goods/price-bounds.ts'
import { priceTiers, setTiers } from '#modules/goods/prices/tiers.server.ts'
import { mostTiers } from '#modules/goods/prices/tiers.ts'
import { goodsRefusalText } from '#modules/goods/refusal-text.ts'
import type { PriceTier } from '#modules/pricing/agreed-price.ts'
import { lazyScreen } from '#ui/lazy-screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { fieldsToMend, formOf, type Problem, typedIn } from '../form.ts'
import { redirectWithNotice } from '../notice.server.ts'
import { page, pageAction } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import type { Route } from './+types/goods-tiers.ts'
import '#styles/kit/field-mist.css'

export const meta = () => ownMeta('数で安くする')

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.change', { farmId })
  return priceTiers(ctx, productIn(params))
})

function productIn({ id }: { id?: string | undefined }): ProductId {
  const found = parseId<'product'>(id)
  if (!found) throw new NotFound('product')
  return found
}

export const action = pageAction(async (ctx, { request, params }: Route.ActionArgs) => {
  const id = productIn(params)
  const sent = typedIn(await formOf(request))
  const no = (fields: Record<string, string>, summary: string, status: number) =>
    data({ problem: { fields, summary, typed: sent } satisfies Problem }, { status })
  const { tiers, fields } = tiersIn(sent)
  if (Object.keys(fields).length > 0) return no(fields, fieldsToMend, 422)
  const done = await setTiers(ctx, { id, version: Number(sent.version) || 0, tiers })
  if (!done.ok) return no({}, goodsRefusalText(done.refusal, done.detail), 409)
  const said = !done.value.changed
    ? '変わったところはありませんでした。'
    : tiers.length > 0
      ? `「${done.value.name}」の数の値段を保存しました。料理人の画面に、もう出ています。`
      : `「${done.value.name}」の数の値段をやめました。`
  return redirectWithNotice(`/farmer/products/tiers/${id}`, said)
})

/** The rows that say something; a row with only one of its two halves is asked for the other. */
function tiersIn(sent: Record<string, string>): { tiers: PriceTier[]; fields: Record<string, string> } {
  const tiers: PriceTier[] = []
  const fields: Record<string, string> = {}
  for (let row = 0; row < mostTiers; row++) {
    const [qty, price] = [sent[`qty.${row}`]?.trim() ?? '', sent[`price.${row}`]?.trim() ?? '']
    if (qty === '' && price === '') continue
    const read = { qty: readNumber(qty, { min: 2, max: 9_999 }), price: readNumber(price, { min: 1, max: mostYen }) }
    if (!read.qty.ok) fields[`qty.${row}`] = numberRefusalText(read.qty.refusal, read.qty.detail)
    if (!read.price.ok) fields[`price.${row}`] = numberRefusalText(read.price.refusal, read.price.detail)
    if (read.qty.ok && read.price.ok) tiers.push({ fromQty: read.qty.value, priceYen: yen(read.price.value) })
  }
  return { tiers, fields }
}

// A heavy form that few open: its script comes after the page's own.
const Screen = import.meta.env.SSR
  ? (await import('./goods-tiers-screen.tsx')).default
  : lazyScreen(() => import('./goods-tiers-screen.tsx'))

export default function GoodsTiersPage(props: Route.ComponentProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <Screen {...props} />
    </Suspense>
  )
}
