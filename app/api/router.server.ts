import { addressesOperations } from './operations/addresses.server.ts'
import { approvalsOperations } from './operations/approvals.server.ts'
import { badgesOperations } from './operations/badges.server.ts'
import { billingOperations } from './operations/billing.server.ts'
import { booksOperations } from './operations/books.server.ts'
import { cartOperations } from './operations/cart.server.ts'
import { catalogOperations } from './operations/catalog.server.ts'
import { claimsOperations } from './operations/claims.server.ts'
import { contentOperations } from './operations/content.server.ts'
import { creditOperations } from './operations/credit.server.ts'
import { documentsOperations } from './operations/documents.server.ts'
import { farmOfficeOperations } from './operations/farm-office.server.ts'
import { farmPageOperations } from './operations/farm-page.server.ts'
import { farmsOperations } from './operations/farms.server.ts'
import { favouritesOperations } from './operations/favourites.server.ts'
import { freightOperations } from './operations/freight.server.ts'
import { fulfilmentOperations } from './operations/fulfilment.server.ts'
import { goodsOperations } from './operations/goods.server.ts'
import { groupBuysOperations } from './operations/group-buys.server.ts'
import { harvestDayOperations } from './operations/harvest-day.server.ts'
import { identityOperations } from './operations/identity.server.ts'
import { inquiriesOperations } from './operations/inquiries.server.ts'
import { labelOperations } from './operations/labels.server.ts'
import { listsOperations } from './operations/lists.server.ts'
import { lotsOperations, recallsOperations } from './operations/lots.server.ts'
import { conversationOperations } from './operations/messaging.server.ts'
import { notificationsOperations, webhooksOperations } from './operations/notifications.server.ts'
import { orderChangesOperations } from './operations/order-changes.server.ts'
import { orderCorrectionsOperations } from './operations/order-corrections.server.ts'
import { orderHistoryOperations } from './operations/order-history.server.ts'
import { orderingOperations } from './operations/ordering.server.ts'
import { kitchensOperations, membersOperations } from './operations/organisation.server.ts'
import { ownGoodsOperations } from './operations/own-goods.server.ts'
import { photosOperations } from './operations/photos.server.ts'
import { pickupOperations } from './operations/pickups.server.ts'
import { pricesOperations } from './operations/prices.server.ts'
import { requestsOperations } from './operations/requests.server.ts'
import { reviewsOperations } from './operations/reviews.server.ts'
import { runsOperations } from './operations/runs.server.ts'
import { salesOperations } from './operations/sales.server.ts'
import { shippingOperations } from './operations/shipping.server.ts'
import { staffMoneyOperations } from './operations/staff-money.server.ts'

/** The API on one screen. Requests are answered by it, and the OpenAPI document is generated from it. */
export const router = {
  identity: identityOperations,
  content: contentOperations,
  catalog: { ...catalogOperations, ...farmsOperations, ...favouritesOperations },
  cart: cartOperations,
  billing: { ...billingOperations, ...creditOperations },
  documents: documentsOperations,
  books: booksOperations,
  lists: listsOperations,
  ordering: orderingOperations,
  orderChanges: orderChangesOperations,
  orderCorrections: orderCorrectionsOperations,
  farmOffice: farmOfficeOperations,
  harvestDay: harvestDayOperations,
  orderHistory: orderHistoryOperations,
  approvals: approvalsOperations,
  fulfilment: fulfilmentOperations,
  claims: claimsOperations,
  lots: lotsOperations,
  recalls: recallsOperations,
  goods: goodsOperations,
  ownGoods: ownGoodsOperations,
  photos: photosOperations,
  farmPage: farmPageOperations,
  shipping: shippingOperations,
  labels: labelOperations,
  pickups: pickupOperations,
  freight: freightOperations,
  runs: runsOperations,
  groupBuys: groupBuysOperations,
  prices: pricesOperations,
  sales: salesOperations,
  members: membersOperations,
  kitchens: kitchensOperations,
  requests: requestsOperations,
  inquiries: inquiriesOperations,
  reviews: reviewsOperations,
  talk: conversationOperations,
  addresses: addressesOperations,
  notices: notificationsOperations,
  webhooks: webhooksOperations,
  badges: badgesOperations,
  staffMoney: staffMoneyOperations,
}
