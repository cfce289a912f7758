import { type Method, type PieceUnit, pieceUnits, type TaxKind } from '#kernel/enums.ts'
import { grams } from '#kernel/grams.ts'
import { addDays, addHours, type JstDate, momentOf, monthOf } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { boxed } from '#modules/products/catalog/box-size.ts'
import { categoryOf, type Item, itemOf, peakOf, seasonOf, temperatureOf } from '#modules/products/catalog/produce.ts'
import { pictureOf } from '../pictures/catalogue.ts'
import type { Row } from './bulk.ts'
import { type DemoProduct, demoProducts } from './demo-products.ts'
import { assortmentOf, favourite } from './farm-kinds.ts'
import type { SeedFarm } from './farms.ts'
import { demoFacts } from './food-facts.ts'
import { gradeOf } from './grades.ts'
import type { MakeId } from './ids.ts'
import { packOf } from './packs.ts'
import { productName } from './product-names.ts'
import { textsOf } from './product-texts.ts'
import type { Random } from './random.ts'

export type SeedProduct = { row: Row<'products'>; farm: SeedFarm; availableQty: number }

type Tools = { today: JstDate; now: Date; id: MakeId; random: Random }

const isOfDemo = ({ owner }: SeedFarm) => demoProducts[owner.email] !== undefined

const isApproved = ({ row }: SeedFarm) => row.status === 'approved'

export function makeDemoProducts(farms: readonly SeedFarm[], tools: Tools): SeedProduct[] {
  return farms
    .filter(isApproved)
    .flatMap((farm) => (demoProducts[farm.owner.email] ?? []).map((spec) => demoProduct(farm, spec, tools)))
}

/**
 * Exactly this many listed products of approved farms, nearly all in season, and beside them the usual rest: a tenth
 * out of season (paused or archived), a few sold out, the drafts of farms that wait for approval.
 */
export function* makeOtherProducts(farms: readonly SeedFarm[], wanted: number, tools: Tools): Generator<SeedProduct> {
  let left = wanted
  const others = farms.filter((farm) => isApproved(farm) && !isOfDemo(farm))
  for (const [index, farm] of others.entries()) {
    const mean = left / (others.length - index)
    const share = () => Math.round(mean * (0.7 + 0.6 * tools.random.next()))
    const quota = index === others.length - 1 ? left : Math.min(left, share())
    left -= quota
    yield* ofFarm(farm, Math.max(0, quota), index < 12, tools)
  }
  for (const farm of farms) if (!isApproved(farm)) yield* ofFarm(farm, 5, false, tools, 'draft')
}

type Status = Row<'products'>['status']

function ofFarm(
  farm: SeedFarm,
  quota: number,
  withCarrots: boolean,
  tools: Tools,
  status: Status = 'listed',
): SeedProduct[] {
  const { random } = tools
  const { now, later } = assortmentOf(farm.kind, farm.region, tools.today)
  const taken = new Set<string>()
  const carrot = withCarrots ? now.filter(({ id }) => id === 'carrot') : []
  const kinds = [...carrot, ...Array.from({ length: quota }, () => favourite(now, farm.region, random))].slice(0, quota)
  const listed = kinds.map((item) => makeProduct(farm, item, status, tools, taken))
  const resting = status === 'listed' && later.length > 0 ? Math.ceil(quota * 0.1) : 0
  const others = Array.from({ length: resting }, () =>
    makeProduct(farm, random.pick(later), random.chance(0.6) ? 'paused' : 'archived', tools, taken),
  )
  const gone =
    status === 'listed' && random.chance(0.3) ? [makeProduct(farm, random.pick(now), 'sold_out', tools, taken)] : []
  return [...listed, ...others, ...gone]
}

function makeProduct(farm: SeedFarm, item: Item, status: Status, tools: Tools, taken: Set<string>): SeedProduct {
  const { random } = tools
  const { name, pack } = freshNameAndPack(item, random, taken)
  const category = categoryOf(item)
  const grown = ['leaf', 'fruitveg', 'root', 'mushroom', 'fruit', 'rice', 'herb'].includes(category)
  const method = grown && random.chance(0.75) ? farm.method : 'conventional'
  const { low, high } = item.priceBand
  const value = low + (high - low) * (0.15 + 0.35 * (random.next() + random.next()))
  const perUnit = Math.max(10, Math.round((value * pack.bandUnits * dearer[method]) / 10) * 10)
  const net = pack.netGrams === null ? null : grams(pack.netGrams)
  const frozen = sentFrozen.has(item.id)
  return complete(farm, item, status, tools, {
    name: frozen ? `${name.text} 冷凍` : name.text,
    kana: frozen ? `${name.kana} レイトウ` : name.kana,
    method,
    grade: gradeOf(item, random),
    temperature: frozen ? 'frozen' : temperatureOf(item),
    unitLabel: pack.unitLabel,
    packLabel: pack.packLabel,
    priceYen: yen(perUnit),
    catchWeight: item.catchWeight,
    netGrams: net,
    pieceCount: pack.pieceCount,
    pieceUnit: pieceUnitOf(pack),
    ownCarton: false,
    tolerancePercent: pack.tolerancePercent,
    grossGrams: grams(pack.grossGrams),
    sizePoints: pack.sizePoints,
    minQty: perUnit < 500 ? 2 : 1,
    seasonMonths: seasonOf(item, farm.region.prefecture.seasonRegion),
    peakMonths: peakOf(item, farm.region.prefecture.seasonRegion),
  })
}

/** Products that are frozen right after the harvest or catch: game, duck, octopus, soft berries. */
const sentFrozen: ReadonlySet<string> = new Set(['venison', 'boar', 'duck', 'tako', 'blueberry', 'raspberry'])

const dearer: Readonly<Record<Method, number>> = {
  conventional: 1,
  specially_cultivated: 1.1,
  jas_organic: 1.3,
  natural: 1.35,
}

/** The same crop again gets another pack or variety; a farm does not list one product twice. */
function freshNameAndPack(item: Item, random: Random, taken: Set<string>) {
  for (let attempt = 0; ; attempt++) {
    const name = productName(item, random)
    const pack = packOf(item, random)
    const key = `${name.text} ${pack.packLabel}`
    if (taken.has(key) && attempt < 12) continue
    taken.add(key)
    return { name, pack }
  }
}

function demoProduct(farm: SeedFarm, spec: DemoProduct, tools: Tools): SeedProduct {
  const item = itemOf(spec.item)
  const status = spec.months.includes(monthOf(tools.today)) ? 'listed' : 'paused'
  const months = spec.months.toSorted((a, b) => a - b)
  const netGrams = Math.round(spec.kg * 1000)
  const { grossGrams, sizePoints } = boxed(item, netGrams)
  return complete(farm, item, status, tools, {
    name: spec.name,
    kana: spec.kana,
    method: categoryOf(item) === 'meat' || categoryOf(item) === 'egg' ? 'conventional' : farm.method,
    grade: spec.grade ?? '',
    temperature: spec.temperature ?? temperatureOf(item),
    unitLabel: spec.unit,
    packLabel: spec.pack,
    priceYen: yen(spec.priceYen),
    catchWeight: spec.tolerance !== undefined,
    netGrams: grams(netGrams),
    pieceCount: spec.pieces ?? null,
    pieceUnit: pieceUnitOf({ pieceCount: spec.pieces ?? null, packLabel: spec.pack }),
    ownCarton: false,
    tolerancePercent: spec.tolerance ?? null,
    grossGrams: grams(grossGrams),
    sizePoints,
    minQty: 1,
    seasonMonths: months,
    peakMonths: peakOf(item, farm.region.prefecture.seasonRegion).filter((month) => months.includes(month)),
  })
}

/** As the pack says it: 袋 in 5kg箱・10袋. */
const pieceUnitOf = ({ pieceCount, packLabel }: { pieceCount: number | null; packLabel: string }): PieceUnit =>
  pieceUnits.find((unit) => packLabel.includes(`${pieceCount}${unit}`)) ?? '個'

type Filled =
  | 'id'
  | 'farmId'
  | 'itemKey'
  | 'category'
  | 'description'
  | 'airAllowed'
  | 'taxKind'
  | 'orderStep'
  | 'maxQty'
  | 'storageNote'
  | 'tasteNote'
  | 'packingNote'
  | 'picture'
  | 'drawnPicture'
  | 'audience'
  | 'version'
  | 'variety'
  | 'contents'
  | 'facts'
  | 'allergens'
  | 'foodSharePercent'
  | 'placeInList'
  | 'sellsFrom'
  | 'review'
  | 'reviewNote'
  | 'heldReason'
  | 'status'
  | 'createdAt'
  | 'listedAt'

function complete(
  farm: SeedFarm,
  item: Item,
  status: Status,
  tools: Tools,
  row: Omit<Row<'products'>, Filled>,
): SeedProduct {
  const { random } = tools
  const isDemo = isOfDemo(farm)
  const createdAt = createdAtOf(farm, isDemo, tools)
  const texts = textsOf(item, row, farm.row.place, random)
  const product: Row<'products'> = {
    ...row,
    id: tools.id(createdAt),
    farmId: farm.row.id,
    itemKey: item.id,
    category: categoryOf(item),
    ...texts,
    airAllowed: true,
    taxKind: taxKindOf(item),
    orderStep: 1,
    maxQty: random.pick([50, 99, 99, 200]),
    picture: pictureOf[item.id] ?? item.id,
    drawnPicture: pictureOf[item.id] ?? item.id,
    version: 1,
    variety: '',
    contents: '',
    ...demoFacts({ ...row, itemKey: item.id, category: categoryOf(item) }, farm),
    foodSharePercent: null,
    placeInList: 0,
    sellsFrom: 'stock',
    review: null,
    reviewNote: '',
    heldReason: null,
    audience: 'everybody',
    status,
    createdAt,
    listedAt: status === 'draft' ? null : listedAtOf(createdAt, tools),
  }
  return { row: product, farm, availableQty: availableQtyOf(product, isDemo, random) }
}

/** Most are older than a year, so that a year of orders can name them; some are new. */
function createdAtOf(farm: SeedFarm, isDemo: boolean, { today, now, random }: Tools): Date {
  const days = isDemo || random.chance(0.85) ? random.int(380, 900) : random.int(1, 60)
  const at = momentOf(addDays(today, -days), random.int(360, 1_260))
  if (at < farm.row.createdAt) return addHours(farm.row.createdAt, 2)
  return at < now ? at : addHours(now, -1)
}

function listedAtOf(createdAt: Date, { today, now, random }: Tools): Date {
  const at = momentOf(addDays(today, -random.int(0, 60)), random.int(240, 1_320))
  return at < createdAt ? createdAt : at < now ? at : addHours(now, -1)
}

const taxKindOf = (item: Item): TaxKind => (item.taxKind === 'standard' ? 'standard' : 'food')

/** Today's stock: a few products are sold out, a few nearly. Expensive and heavy ones are fewer. */
function availableQtyOf(product: Row<'products'>, isDemo: boolean, random: Random): number {
  if (product.status === 'sold_out') return 0
  const dice = random.next()
  if (!isDemo && dice < 0.02) return 0
  if (!isDemo && dice < 0.07) return random.int(1, 3)
  if (product.priceYen > 10_000) return random.int(4, 20)
  return isDemo ? random.int(40, 160) : random.int(20, 200)
}
