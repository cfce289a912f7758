import { addressesContract } from './contract/addresses.ts'
import { approvalsContract } from './contract/approvals.ts'
import { badgesContract } from './contract/badges.ts'
import { cartContract } from './contract/cart.ts'
import { catalogContract } from './contract/catalog.ts'
import { claimsContract } from './contract/claims.ts'
import { contentContract } from './contract/content.ts'
import { farmPageContract } from './contract/farm-page.ts'
import { fulfilmentContract } from './contract/fulfilment.ts'
import { goodsContract } from './contract/goods.ts'
import { identityContract } from './contract/identity.ts'
import { inquiriesContract } from './contract/inquiries.ts'
import { listsContract } from './contract/lists.ts'
import { lotsContract, recallsContract } from './contract/lots.ts'
import { conversationContract } from './contract/messaging.ts'
import { notificationsContract, webhooksContract } from './contract/notifications.ts'
import { orderChangesContract } from './contract/order-changes.ts'
import { orderHistoryContract } from './contract/order-history.ts'
import { orderingContract } from './contract/ordering.ts'
import { kitchensContract, membersContract } from './contract/organisation.ts'
import { ownGoodsContract } from './contract/own-goods.ts'
import { photosContract } from './contract/photos.ts'
import { pricesContract } from './contract/prices.ts'
import { requestsContract } from './contract/requests.ts'
import { reviewsContract } from './contract/reviews.ts'
import { shippingContract } from './contract/shipping.ts'

/** The API on one screen: addresses, schemas and refusals. Handlers implement it, OpenAPI is generated from it. */
export const contract = {
  identity: identityContract,
  content: contentContract,
  catalog: catalogContract,
  cart: cartContract,
  lists: listsContract,
  ordering: orderingContract,
  orderChanges: orderChangesContract,
  orderHistory: orderHistoryContract,
  approvals: approvalsContract,
  fulfilment: fulfilmentContract,
  claims: claimsContract,
  lots: lotsContract,
  recalls: recallsContract,
  goods: goodsContract,
  ownGoods: ownGoodsContract,
  photos: photosContract,
  farmPage: farmPageContract,
  shipping: shippingContract,
  prices: pricesContract,
  members: membersContract,
  kitchens: kitchensContract,
  requests: requestsContract,
  inquiries: inquiriesContract,
  reviews: reviewsContract,
  talk: conversationContract,
  addresses: addressesContract,
  notices: notificationsContract,
  webhooks: webhooksContract,
  badges: badgesContract,
}
