import type { StatedAllergen } from '#kernel/enums.ts'
import { addDays, type JstDate } from '#kernel/jst.ts'
import { factRules, type ProductFacts } from '#modules/products/catalog/food-facts/food-facts.ts'
import { foodKindOf } from '#modules/products/catalog/food-facts/food-kind.ts'
import type { LotFacts } from '#modules/products/catalog/food-facts/lot-facts.ts'
import { itemOf } from '#modules/products/catalog/produce.ts'
import type { Row } from './bulk.ts'
import { demoFarms } from './demo-farms.ts'
import type { SeedFarm } from './farms.ts'
import type { SeedProduct } from './products.ts'

type Named = Pick<Row<'products'>, 'category' | 'itemKey' | 'name' | 'method' | 'temperature'>
type Labelled = { facts: ProductFacts; allergens: StatedAllergen[]; storageNote?: string }

const riceKinds: Readonly<Record<string, string>> = { brown_rice: '玄米', mochi_rice: 'もち精米' }
const parts: Readonly<Record<string, string>> = {
  wagyu: '牛サーロイン',
  pork: '豚ロース',
  jidori: '鶏 丸（中抜き）',
  duck: '合鴨 むね',
  venison: '鹿もも',
  boar: '猪ロース',
  lamb: '羊もも',
}
const made: Readonly<
  Record<string, { ingredients: string; origin: string; allergens: StatedAllergen[]; others?: string }>
> = {
  miso: { ingredients: '大豆（国産）、米、食塩', origin: '大豆（国産）', allergens: ['none'], others: '大豆' },
  soy_sauce: {
    ingredients: '大豆（国産）、小麦（国産）、食塩',
    origin: '大豆（国産）',
    allergens: ['wheat'],
    others: '大豆',
  },
  umeboshi: { ingredients: '梅（国産）、食塩、赤しそ', origin: '梅（国産）', allergens: ['none'] },
  dried_shiitake: { ingredients: 'しいたけ（原木）', origin: 'しいたけ（国産）', allergens: ['none'] },
  honey: { ingredients: 'はちみつ', origin: 'はちみつ（国産）', allergens: ['none'] },
  sencha: { ingredients: '緑茶', origin: '緑茶（国産）', allergens: ['none'] },
  olive_oil: { ingredients: '食用オリーブ油', origin: 'オリーブ（国産）', allergens: ['none'] },
  milk: { ingredients: '生乳', origin: '生乳（国産）', allergens: ['milk'] },
  mozzarella: { ingredients: '生乳（国産）、食塩', origin: '生乳（国産）', allergens: ['milk'] },
  butter: { ingredients: '生乳（国産）、食塩', origin: '生乳（国産）', allergens: ['milk'] },
}
const dairyClasses: Readonly<Record<string, string>> = { milk: '牛乳', mozzarella: 'ナチュラルチーズ' }
/** Raised in the sea: the rest of the fish are wild. */
const farmedFish: ReadonlySet<string> = new Set(['hotate', 'oyster', 'kuruma_ebi'])

/** What the label of a demo product says, as its farm would state it. */
export function demoFacts(product: Named, farm: SeedFarm): Labelled {
  const prefecture = farm.region.prefecture.name
  const address = `${farm.row.name} ${prefecture}${farm.row.city}${farm.row.street}`
  const kind = foodKindOf(product)
  const facts = factsOf(kind, product, { prefecture, address })
  const known = kind === 'processed' || kind === 'dairy' ? made[product.itemKey] : undefined
  const keepsCold = product.temperature === 'frozen' ? '冷凍（−15℃以下）で保存' : '冷蔵（10℃以下）で保存'
  return {
    facts: product.method === 'specially_cultivated' ? { ...facts, ...cutsOf(address, prefecture) } : facts,
    allergens: known?.allergens ?? [],
    ...(factRules[kind].required.includes('storageNote') && kind !== 'processed' && { storageNote: keepsCold }),
    ...(kind === 'processed' && { storageNote: '直射日光を避け、涼しい場所で保存' }),
  }
}

function factsOf(
  kind: ReturnType<typeof foodKindOf>,
  { itemKey, temperature }: Named,
  { prefecture, address }: { prefecture: string; address: string },
): ProductFacts {
  const item = itemOf(itemKey)
  switch (kind) {
    case 'shiitake':
      return { mushroomBed: itemKey === 'log_shiitake' ? '原木' : '菌床', inoculationPlace: prefecture }
    case 'rice':
      return { origin: prefecture, riceKind: riceKinds[itemKey] ?? 'うるち精米', riceInspection: '検査済み' }
    case 'egg':
      return { origin: prefecture, eggUse: '生食用', eggPacker: address }
    case 'beef':
    case 'poultry':
    case 'meat':
      return {
        origin: '国産',
        animalPart: parts[itemKey] ?? item.baseName,
        meatProcessor: address,
        frozenState: temperature === 'frozen' ? '冷凍' : '冷凍していない',
      }
    case 'fish':
    case 'abalone':
    case 'tuna': {
      const farmed = farmedFish.has(itemKey)
      return {
        standardName: item.baseName,
        waters: farmed ? prefecture : `${prefecture}沖`,
        farmed: farmed ? '養殖' : '天然',
        thawed: temperature === 'frozen' ? '冷凍' : '解凍していない',
      }
    }
    case 'seaweed':
      return { waters: `${prefecture}沖` }
    case 'dairy':
    case 'processed':
      return processedFacts(kind, itemKey, address)
    default:
      return { origin: prefecture }
  }
}

function processedFacts(kind: 'dairy' | 'processed', itemKey: string, address: string): ProductFacts {
  const known = made[itemKey]
  return {
    ...(kind === 'dairy' && { dairyClass: dairyClasses[itemKey] ?? 'バター' }),
    ingredients: known?.ingredients ?? itemOf(itemKey).baseName,
    additives: 'なし',
    mainOrigin: known?.origin ?? '国産',
    ...(known?.others && { otherAllergens: known.others }),
    dateKind: kind === 'dairy' && itemKey === 'milk' ? '消費期限' : '賞味期限',
    maker: address,
    makerSite: address,
  }
}

const cutsOf = (grower: string, prefecture: string): ProductFacts => ({
  pesticideCut: '当地比5割減',
  nitrogenCut: '当地比5割減',
  growerInCharge: grower,
  confirmer: `${prefecture}特別栽培農産物認証（見本）`,
})

/** What changes with the harvest: a number whose check digit fits, and the days. */
export function demoLotFacts(product: Named, on: JstDate): LotFacts {
  switch (foodKindOf(product)) {
    case 'beef':
      return { cattleNumber: '1362646332', processedOn: addDays(on, -2) }
    case 'poultry':
    case 'meat':
      return { processedOn: on }
    case 'egg':
      return { laidOn: on }
    case 'rice':
      return { milledOn: on }
    case 'fish':
    case 'tuna':
      return { landedOn: on }
    default:
      return {}
  }
}

/** Two products of a demo farm that were listed before the facts were asked for, one of them nearly too late. */
export function unstatedFacts(products: readonly SeedProduct[], today: JstDate): Row<'factGraces'>[] {
  const owners = new Set(demoFarms.map(({ owner }) => owner.email))
  const older = products
    .filter(({ row, farm }) => owners.has(farm.owner.email) && row.status === 'listed' && row.facts.meatProcessor)
    .slice(-2)
  return older.map(({ row }, index) => {
    const { meatProcessor: _, ...stated } = row.facts
    row.facts = stated
    const dueOn = addDays(today, index === 0 ? 4 : 19)
    return { productId: row.id, farmId: row.farmId, sinceOn: addDays(dueOn, -30), dueOn, endedAt: null, outcome: null }
  })
}
