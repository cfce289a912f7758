import { api, kitchenOf } from '#api/api.server.ts'
import { granted } from '#api/problems.server.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { ShoppingListId } from '#kernel/ids.ts'
import {
  makeFromHistory,
  makeList,
  placeShoppingListLines,
  removeList,
  removeShoppingListLine,
  renameList,
  setShoppingListLine,
} from '#modules/shopping-lists/change-list.server.ts'
import { listIntoCart } from '#modules/shopping-lists/into-cart.server.ts'
import { listRefusalText } from '#modules/shopping-lists/refusal-text.ts'
import { openList, shoppingList, shoppingLists } from '#modules/shopping-lists/shopping-lists.server.ts'
import {
  changeStanding,
  endStanding,
  makeStanding,
  pauseStanding,
  skipStanding,
  standingOrders,
} from '#modules/shopping-lists/standing-orders.server.ts'

const text = listRefusalText

export const listsHandlers = {
  lists: api.lists.lists.handler(async ({ context: { ctx }, input: { query } }) => ({
    lists: await shoppingLists(ctx, kitchenOf(ctx.actor, query.kitchenId)),
  })),
  make: api.lists.make.handler(async ({ context: { ctx }, input: { headers, body } }) => {
    const kitchenId = kitchenOf(ctx.actor, body.kitchenId)
    const { name, weekdays } = body
    const made = await makeList(ctx, { kitchenId, key: headers['idempotency-key'], name, weekdays })
    return list(ctx, granted(made, text).listId)
  }),
  fromHistory: api.lists.fromHistory.handler(async ({ context: { ctx }, input: { headers, body } }) => {
    const kitchenId = kitchenOf(ctx.actor, body?.kitchenId)
    return granted(await makeFromHistory(ctx, { kitchenId, key: headers['idempotency-key'] }), text)
  }),
  list: api.lists.list.handler(({ context: { ctx }, input }) => list(ctx, input.params.id)),
  open: api.lists.open.handler(({ context: { ctx }, input: { params, query } }) =>
    openList(ctx, { listId: params.id, on: query.on }),
  ),
  rename: api.lists.rename.handler(async ({ context: { ctx }, input: { params, body } }) => {
    granted(await renameList(ctx, { listId: params.id, ...body }), text)
    return list(ctx, params.id)
  }),
  remove: api.lists.remove.handler(async ({ context: { ctx }, input: { params } }) => {
    granted(await removeList(ctx, params.id), text)
  }),
  place: api.lists.place.handler(async ({ context: { ctx }, input: { params, body } }) => {
    granted(await placeShoppingListLines(ctx, { listId: params.id, productIds: body.productIds }), text)
    return list(ctx, params.id)
  }),
  setLine: api.lists.setLine.handler(async ({ context: { ctx }, input: { params, body } }) => {
    granted(await setShoppingListLine(ctx, { listId: params.id, productId: params.productId, ...body }), text)
    return list(ctx, params.id)
  }),
  removeLine: api.lists.removeLine.handler(async ({ context: { ctx }, input: { params } }) => {
    granted(await removeShoppingListLine(ctx, { listId: params.id, productId: params.productId }), text)
    return list(ctx, params.id)
  }),
  intoCart: api.lists.intoCart.handler(({ context: { ctx }, input: { params, body } }) =>
    listIntoCart(ctx, { listId: params.id, on: body?.on, goods: body?.lines }),
  ),
  standing: api.lists.standing.handler(async ({ context: { ctx }, input: { query } }) => ({
    standing: await standingOrders(ctx, kitchenOf(ctx.actor, query.kitchenId)),
  })),
  makeStanding: api.lists.makeStanding.handler(async ({ context: { ctx }, input: { headers, body } }) => {
    const { kitchenId: named, ...wanted } = body
    const kitchenId = kitchenOf(ctx.actor, named)
    return granted(await makeStanding(ctx, { kitchenId, key: headers['idempotency-key'], ...wanted }), text)
  }),
  changeStanding: api.lists.changeStanding.handler(async ({ context: { ctx }, input: { params, body } }) =>
    granted(await changeStanding(ctx, { id: params.id, ...body }), text),
  ),
  pause: api.lists.pause.handler(async ({ context: { ctx }, input: { params, body } }) =>
    granted(await pauseStanding(ctx, { id: params.id, paused: body.paused }), text),
  ),
  skip: api.lists.skip.handler(async ({ context: { ctx }, input: { params } }) =>
    granted(await skipStanding(ctx, { ...params, skipped: true }), text),
  ),
  unskip: api.lists.unskip.handler(async ({ context: { ctx }, input: { params } }) =>
    granted(await skipStanding(ctx, { ...params, skipped: false }), text),
  ),
  endStanding: api.lists.endStanding.handler(async ({ context: { ctx }, input: { params } }) => {
    granted(await endStanding(ctx, params.id), text)
  }),
}

const list = (ctx: Ctx, id: ShoppingListId) => shoppingList(ctx, id)
