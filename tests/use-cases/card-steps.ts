import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { cardsOf } from '../../app/infra/cards/stripe.server.ts'
import type { Cards } from '../../app/kernel/cards.ts'
import type { OrderId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { recordCharge } from '../../app/modules/ledger/record-charge.server.ts'
import { placeByCard } from '../../app/modules/payments/card/place-by-card.server.ts'
import { comeBackWithCard, startSavingCard } from '../../app/modules/payments/card/save-card.server.ts'
import { action as webhookAction } from '../../app/routes/public/stripe-webhook.ts'
import { aKey, aMarket, as, type Market, noon } from '../factories/market.ts'
import type { testDatabase } from '../support/database.ts'
import { fakeStripe } from '../support/fake-stripe.ts'
import { pageContext } from '../support/page-context.ts'
import { fillCart, must, there } from './steps.ts'

export const site = 'https://market.example.jp'

/** Restaurants that pay by card, and the local fake of Stripe, for the tests of one file. */
export function cardSteps(test_: ReturnType<typeof testDatabase>) {
  const clock = { now: noon }
  let stripe: Awaited<ReturnType<typeof fakeStripe>>
  let cards: Cards
  beforeAll(async () => {
    stripe = await fakeStripe({ now: () => clock.now })
    cards = there(cardsOf(stripe.settings, 500))
  })
  afterAll(() => stripe.stop())
  beforeEach(() => {
    clock.now = noon
  })

  const rows = async (text: string, values: unknown[] = []) => (await test_.pool.query(text, values)).rows
  const jobParts = (moment = noon) => ({ db: test_.db, now: moment, cards })
  const by = (market: Market, moment = noon): Ctx => ({
    ...as(test_.db, { ...market.chef, role: 'owner' }, moment),
    cards,
  })

  async function saveCard(market: Market) {
    const { url } = must(await startSavingCard(by(market), {}, site))
    const back = new URL(stripe.save(there(url.split('/').at(-1))))
    await comeBackWithCard(by(market), there(back.searchParams.get('session')))
  }

  /** A restaurant that pays by card, with two boxes of carrots in its cart. */
  async function payer() {
    const market = await aMarket(test_.db)
    await saveCard(market)
    await rows(`update restaurants set payment_method = 'card' where id = $1`, [market.chef.restaurantId])
    await fillCart(by(market), market.kitchenId, [[there(market.farms[0]).productId, 2]])
    return market
  }

  const press = async (market: Market, key = aKey()) => {
    const { kitchenId } = market
    return placeByCard(by(market), { kitchenId, key, seen: seenOf(await cartQuote(by(market), kitchenId)) }, site)
  }
  const orderIn = (placed: Awaited<ReturnType<typeof press>>): OrderId => {
    const value = must(placed)
    if ('prove' in value) throw new Error('the bank asks for a proof')
    return there(value.orderIds[0])
  }
  const holdsOf = (market: Market) =>
    rows('select state, yen::int, order_id, intent from card_holds where restaurant_id = $1 order by id', [
      market.chef.restaurantId,
    ])
  const ordersOf = async (market: Market) =>
    (await rows('select count(*)::int n from orders where restaurant_id = $1', [market.chef.restaurantId]))[0].n
  const balance = async (account: string, market: Market) =>
    (
      await rows(
        `select coalesce(sum(yen), 0)::int yen from ledger_postings where account = $1 and entry_id in
           (select entry_id from ledger_postings where restaurant_id = $2)`,
        [account, market.chef.restaurantId],
      )
    )[0].yen

  /** What ordering records once an order is final. */
  const charge = (market: Market, orderId: OrderId, total: number, eventKey = `order:${orderId}`) =>
    test_.db.transaction().execute((db) =>
      recordCharge(
        { db, now: noon },
        {
          eventKey,
          kind: eventKey.startsWith('cancel_fee') ? 'cancel_fee' : 'sale',
          orderId,
          adjustmentId: null,
          restaurantId: market.chef.restaurantId,
          farmId: there(market.farms[0]).farmId,
          suppliedOn: jstDate('2026-11-26'),
          goodsYen: yen(total),
          freightYen: yen(0),
          untaxedYen: yen(0),
          perRate: [{ percent: 8, baseYen: yen(total), taxYen: yen(0) }],
          taxYen: yen(0),
          totalYen: yen(total),
          farmYen: yen(total),
          feeYen: yen(0),
          sellerNumber: null,
        },
      ),
    )

  const hook = (type: string, id: string, secret?: string) => {
    const { body, signature } = stripe.event(type, id, secret)
    const context = pageContext({ ...as(test_.db, { kind: 'visitor' }), cards })
    const url = new URL(`${site}/webhooks/stripe`)
    const request = new Request(url, { method: 'POST', body, headers: { 'stripe-signature': signature } })
    return webhookAction({ request, context, params: {}, url, pattern: '/webhooks/stripe' })
  }

  return {
    clock,
    rows,
    jobParts,
    by,
    saveCard,
    payer,
    press,
    orderIn,
    holdsOf,
    ordersOf,
    balance,
    charge,
    hook,
    get stripe() {
      return stripe
    },
    get cards() {
      return cards
    },
  }
}
