import { z } from 'zod'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId, type RestaurantId } from '#kernel/ids.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { type OwnGoods, ownGoods } from '#modules/products/own-products.server.ts'
import {
  agreeOwnPrice,
  endOwnPrice,
  OfEverything,
  OfProduct,
  ownPricesOf,
} from '#modules/products/prices/own-prices.server.ts'
import { furthestPriceDays } from '#modules/products/prices/price-change.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { readForm } from '#web/read-form.server.ts'
import type { Route } from './+types/regular.ts'
import RegularPage from './regular-screen.tsx'

export const meta = () => ownMeta('お得意さま価格')

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

export const action = pageAction(
  jobs({
    end: job(endOwnPrice, {
      done: ({ restaurantId }) =>
        redirectWithFlash(hereOf(restaurantId), 'その価格を終了しました。以後は、通常価格になります。'),
    }),
    agree: job(agreeOwnPrice, {
      fields: ({ params }: Route.ActionArgs) => ({ restaurantId: restaurantIn(params) }),
      read: (form) => readForm(form.has('of.percentOff') ? ForEverything : ForProduct, form),
      done: (_, { restaurantId }) =>
        redirectWithFlash(
          hereOf(restaurantId),
          '価格を設定しました。その飲食店にのみ「お得意さま価格」と表示され、担当者にメールで通知します。',
        ),
    }),
  }),
)

const ForProduct = z.object({ ...agreeOwnPrice.declaration.input, of: OfProduct })
const ForEverything = z.object({ ...agreeOwnPrice.declaration.input, of: OfEverything })
const hereOf = (id: RestaurantId) => `/farmer/regulars/${id}`

export default RegularPage
