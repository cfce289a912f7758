import { data } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId, type RestaurantId } from '#kernel/ids.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { dayRefusalText, readDay } from '#kernel/typed-day.ts'
import { numberRefusalText, readNumber } from '#kernel/typed-number.ts'
import { type OwnGoods, ownGoods } from '#modules/products/own-products.server.ts'
import { mostYen } from '#modules/products/price-bounds.ts'
import { mostPercent } from '#modules/products/prices/own-price.ts'
import { agreeOwnPrice, endOwnPrice, ownPricesOf } from '#modules/products/prices/own-prices.server.ts'
import { furthestPriceDays } from '#modules/products/prices/price-change.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, formOf, type Problem, typedIn } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/regular.ts'
import RegularPage from './regular-screen.tsx'

export const meta = () => ownMeta('お得意さまの価格')

/** `new` asks for the product, `of` (a product, or `all`) asks how much and from when: one question at a time. */
export const loader = page(async (ctx, { params, request }: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  const regular = await ownPricesOf(ctx, restaurantIn(params))
  const asked = new URL(request.url).searchParams
  const mayChange = can(ctx.actor, 'goods.change', { farmId })
  const goods = mayChange && (asked.has('new') || asked.has('of')) ? (await ownGoods(ctx)).map(offered) : []
  const of = asked.get('of')
  const today = jstDateOf(ctx.now)
  return {
    regular,
    mayChange,
    asksWhat: mayChange && asked.has('new') && of === null,
    goods,
    of: of === 'all' ? ('all' as const) : (goods.find(({ id }) => id === of) ?? null),
    today,
    furthest: addDays(today, furthestPriceDays),
    formKey: crypto.randomUUID() as string,
  }
})

const offered = ({ id, name, packLabel, unitLabel, catchWeight, priceYen }: OwnGoods) => ({
  id,
  name,
  packLabel,
  per: catchWeight ? 'kg' : unitLabel,
  priceYen,
})

function restaurantIn({ id }: { id?: string | undefined }): RestaurantId {
  const found = parseId<'restaurant'>(id)
  if (!found) throw new NotFound('restaurant')
  return found
}

export const action = pageAction(async (ctx, { request, params }: Route.ActionArgs) => {
  const restaurantId = restaurantIn(params)
  const here = `/farmer/regulars/${restaurantId}`
  const sent = typedIn(await formOf(request))
  if (sent.intent === 'end') {
    const id = parseId<'ownPrice'>(sent.id)
    if (!id) throw new NotFound('price')
    await endOwnPrice(ctx, id)
    return redirectWithFlash(here, 'その価格をやめました。いまから、ふつうの値段になります。')
  }
  const no = (fields: Record<string, string>, summary: string, status: number) =>
    data({ problem: { fields, summary, typed: sent } satisfies Problem }, { status })
  const productId = sent.of === 'all' ? null : parseId<'product'>(sent.of)
  if (sent.of !== 'all' && !productId) throw new NotFound('product')
  const [most, name] = productId ? [mostYen, 'price'] : [mostPercent, 'percent']
  const amount = readNumber(sent[name] ?? '', { min: 1, max: most })
  const from = readDay(sent.from ?? '')
  const until = sent.until ? readDay(sent.until) : null
  if (!amount.ok || !from.ok || until?.ok === false) {
    const fields: Record<string, string> = {}
    if (!amount.ok) fields[name] = numberRefusalText(amount.refusal, amount.detail)
    if (!from.ok) fields.from = dayRefusalText(from.refusal)
    if (until?.ok === false) fields.until = dayRefusalText(until.refusal)
    return no(fields, fieldsToMend, 422)
  }
  const done = await agreeOwnPrice(ctx, {
    restaurantId,
    key: sent.key ?? '',
    of: productId ? { productId, priceYen: amount.value } : { percentOff: amount.value },
    from: from.value,
    until: until ? until.value : null,
  })
  if (!done.ok) return no({}, goodsRefusalText(done.refusal, done.detail), 409)
  return redirectWithFlash(here, '価格を決めました。その店にだけ「お得意さま価格」と出て、店の人にメールで知らせます。')
})

export default RegularPage
