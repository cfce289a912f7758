import type { ColumnType, Generated } from 'kysely'
import type { Json, Shown } from '#infra/db/column-types.ts'
import type {
  Category,
  Confidence,
  LinkKind,
  Method,
  PieceUnit,
  ProductApproval,
  ProductStatus,
  SellsFrom,
  ShownTo,
  StatedAllergen,
  TaxKind,
  Temperature,
  WatchKind,
} from '#kernel/enums.ts'
import type { Grams } from '#kernel/grams.ts'
import type {
  AdminId,
  CartId,
  DocumentId,
  FarmId,
  HarvestWindowId,
  Id,
  OrderLineId,
  PersonId,
  ProductId,
  RestaurantId,
  WatchId,
} from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import type { ProductFacts } from './catalog/food-facts/food-facts.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type ProductsTables = {
  farmVacations: { id: Id<'vacation'>; farmId: FarmId; fromOn: JstDate; toOn: JstDate; note: string }
  products: {
    id: ProductId
    farmId: FarmId
    name: string
    kana: string
    itemKey: string
    category: Category
    description: string
    method: Method
    grade: string
    temperature: Temperature
    airAllowed: boolean
    taxKind: TaxKind
    unitLabel: string
    packLabel: string
    priceYen: Yen
    catchWeight: boolean
    netGrams: Grams | null
    pieceCount: number | null
    pieceUnit: Generated<PieceUnit>
    tolerancePercent: number | null
    grossGrams: Grams
    sizePoints: number
    /** Each unit leaves as a parcel of its own. */
    ownCarton: Generated<boolean>
    orderStep: number
    minQty: number
    maxQty: number
    seasonMonths: number[]
    peakMonths: number[]
    storageNote: string
    /** What the law wants to be said (catalog/food-facts). */
    facts: ColumnType<ProductFacts, ProductFacts | undefined, ProductFacts>
    /** Of a set: a kind of food and its amount on each line. */
    contents: Generated<string>
    allergens: Generated<StatedAllergen[]>
    /** Of a set that is not food alone. */
    foodSharePercent: number | null
    tasteNote: string
    packingNote: string
    picture: string
    status: ProductStatus
    createdAt: Date
    listedAt: Date | null
    version: Generated<number>
    variety: Generated<string>
    /** The drawing that is shown while there is no photo. */
    drawnPicture: Generated<string>
    placeInList: Generated<number>
    sellsFrom: Generated<SellsFrom>
    review: ProductApproval | null
    reviewNote: Generated<string>
    heldReason: string | null
    audience: Generated<ShownTo>
  }
  factGraces: {
    productId: ProductId
    farmId: FarmId
    sinceOn: JstDate
    /** The last day on which it is on sale without its facts. */
    dueOn: JstDate
    endedAt: Date | null
    outcome: 'stated' | 'off_sale' | null
  }
  productAudience: { productId: ProductId; restaurantId: RestaurantId; since: Date }
  priceTiers: { productId: ProductId; fromQty: number; priceYen: Yen }
  ownPrices: {
    id: Id<'ownPrice'>
    farmId: FarmId
    restaurantId: RestaurantId
    productId: ProductId | null
    priceYen: Yen | null
    percentOff: number | null
    fromOn: JstDate
    untilOn: JstDate | null
    agreedAt: Date
    endedAt: Date | null
  }
  productDrafts: {
    id: ProductId
    farmId: FarmId
    typed: Json<Record<string, unknown>>
    version: Generated<number>
    savedBy: Generated<string>
    createdAt: Date
    savedAt: Date
    audience: Generated<ShownTo>
  }
  draftAudience: { draftId: ProductId; restaurantId: RestaurantId }
  productStock: { productId: ProductId; availableQty: number }
  stockEntries: {
    id: Generated<number>
    productId: ProductId
    delta: number
    cause: 'stated' | 'reserved' | 'released'
    orderLineId: OrderLineId | null
    at: Date
  }
  harvestWindows: {
    id: HarvestWindowId
    productId: ProductId
    farmId: FarmId
    fromOn: JstDate
    toOn: JstDate
    leastQty: number
    mostQty: number
    confidence: Confidence
    promisedQty: number
    reservedQty: Generated<number>
    note: Generated<string>
    version: Generated<number>
    createdAt: Date
    closedAt: Date | null
  }
  harvestReservations: { orderLineId: OrderLineId; windowId: HarvestWindowId; qty: number }
  productSearch: {
    productId: ProductId
    farmId: FarmId
    category: Category
    prefectureCode: string
    temperature: Temperature
    airAllowed: boolean
    priceYen: Yen
    inStock: boolean
    seasonMonths: number[]
    listedAt: Date
    searchText: string
    visible: Shown<boolean>
    itemKey: Generated<string>
    method: Generated<Method>
    catchWeight: Generated<boolean>
    freightFree: Generated<boolean>
    yenPerKg: Shown<number>
    harvestedOn: Generated<JstDate>
    orderedCount: Generated<number>
    score: Generated<number>
    rating: Generated<number>
  }
  produceItems: {
    key: string
    category: Category
    parentKey: string | null
    name: string
    words: string[]
    position: number
    version: Generated<number>
    writtenVersion: Generated<number>
  }
  staleWords: { farmId: FarmId | null; productId: ProductId | null }
  farmFigures: {
    farmId: FarmId
    orders: number
    answerPercent: number | null
    fillPercent: number | null
    reckonedAt: Date
  }
  favourites: { personId: PersonId; productId: ProductId | null; farmId: FarmId | null; createdAt: Date }
  watches: {
    id: WatchId
    personId: PersonId
    kind: WatchKind
    productId: ProductId | null
    farmId: FarmId | null
    words: string | null
    seenPriceYen: number | null
    createdAt: Date
    toldAt: Date
  }
  checkoutHolds: {
    cartId: CartId
    productId: ProductId
    qty: number
    shipOn: JstDate
    takenAt: Date
    until: Date
  }
  farmPhotos: {
    /** A product, a draft of one, or the farm itself. */
    of: string
    photoKey: string
    farmId: FarmId
    ordinal: number
    caption: Generated<string>
  }
  farmIntros: {
    farmId: FarmId
    answers: Json<Record<string, string>>
    version: Generated<number>
    changedAt: Date
    publishedAt: Date | null
  }
  switches: { name: 'goods_review'; isOn: boolean; changedAt: Date; adminId: AdminId }
  priceChanges: {
    id: Id<'priceChange'>
    productId: ProductId
    farmId: FarmId
    fromOn: JstDate
    priceYen: Yen
    note: Generated<string>
    plannedAt: Date
    appliedAt: Date | null
    withdrawnAt: Date | null
  }
  farmLinks: { farmId: FarmId; kind: LinkKind; url: string }
  farmMethods: { farmId: FarmId; method: Method; documentId: DocumentId | null }
}
