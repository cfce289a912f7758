import { addressesContract } from './contract/addresses.ts'
import { approvalsContract } from './contract/approvals.ts'
import { cartContract } from './contract/cart.ts'
import { catalogContract } from './contract/catalog.ts'
import { contentContract } from './contract/content.ts'
import { farmPageContract } from './contract/farm-page.ts'
import { fulfilmentContract } from './contract/fulfilment.ts'
import { goodsContract } from './contract/goods.ts'
import { identityContract } from './contract/identity.ts'
import { inquiriesContract } from './contract/inquiries.ts'
import { orderingContract } from './contract/ordering.ts'
import { kitchensContract, membersContract } from './contract/organisation.ts'
import { ownGoodsContract } from './contract/own-goods.ts'
import { photosContract } from './contract/photos.ts'
import { pricesContract } from './contract/prices.ts'
import { shippingContract } from './contract/shipping.ts'

/** The API on one screen: addresses, shapes and refusals. Handlers implement it, OpenAPI is generated from it. */
export const contract = {
  identity: identityContract,
  content: contentContract,
  catalog: catalogContract,
  cart: cartContract,
  ordering: orderingContract,
  approvals: approvalsContract,
  fulfilment: fulfilmentContract,
  goods: goodsContract,
  ownGoods: ownGoodsContract,
  photos: photosContract,
  farmPage: farmPageContract,
  shipping: shippingContract,
  prices: pricesContract,
  members: membersContract,
  kitchens: kitchensContract,
  inquiries: inquiriesContract,
  addresses: addressesContract,
}
