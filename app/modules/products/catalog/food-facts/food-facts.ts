import type { Method } from '#kernel/enums.ts'
import { recommendedAllergens } from './allergen-list.ts'
import { everywhere, type Fact, papers } from './fact.ts'
import type { FoodKind } from './food-kind.ts'
import { type LotFact, lotFactNames } from './lot-facts.ts'

const buyers = ['slip', 'page'] as const

/**
 * What the law wants to be said about a food, each fact stated once: its words, its format, and where it is printed. The
 * form, the API, the file, the check of the database, the slip, the label and the pages derive from here.
 *
 * Source: 食品表示基準 (18条・10条・24条), 牛トレーサビリティ法, 水産流通適正化法, 特別栽培農産物に係る表示ガイドライン. What the sources
 * leave open is decided by rows of this table: docs/decisions/0082-food-facts.md.
 *
 * These stay the same from one harvest to the next, and belong to the product; those of a lot: lot-facts.ts.
 */
export const productFacts = {
  origin: {
    label: '産地',
    help: '都道府県。肉は「国産」も可、輸入品は国名。例 長野県',
    format: 'place',
    // slip, label and pages print it in a place of its own
    printed: [],
  },
  riceKind: {
    label: '米の種類',
    help: '',
    format: { choices: ['玄米', 'うるち精米', 'もち精米', '胚芽精米'] },
    printed: everywhere,
  },
  cropYear: { label: '産年', help: '例 2026年産', format: 'year', printed: everywhere },
  riceInspection: {
    label: '農産物検査',
    help: '',
    format: { choices: ['検査済み', '未検査'] },
    printed: buyers,
  },
  postHarvestAgent: {
    label: '防かび剤',
    help: '収穫後に使用した場合のみ、物質名。例 イマザリル',
    format: 'words',
    printed: everywhere,
  },
  mushroomBed: { label: '原木・菌床', help: '', format: { choices: ['原木', '菌床'] }, printed: everywhere },
  inoculationPlace: {
    label: '植菌地',
    help: '菌を植えた都道府県。しいたけの産地として表示されます',
    format: 'place',
    printed: ['page', 'trace'],
  },
  gatheredIn: {
    label: '採取地',
    help: '天然のきのこ・山菜の、採取した市町村。例 長野県伊那市',
    format: 'place',
    printed: everywhere,
  },
  eggUse: { label: '卵の用途', help: '', format: { choices: ['生食用', '加熱加工用'] }, printed: everywhere },
  eggPacker: {
    label: '選別包装者',
    help: '名前と所在地。例 佐藤養鶏場 千葉県匝瑳市1-1',
    format: 'long',
    printed: papers,
  },
  animalPart: {
    label: '部位',
    help: '動物の種類と部位。例 鶏もも、牛サーロイン、豚一頭',
    format: 'words',
    printed: everywhere,
  },
  meatProcessor: {
    label: '加工者',
    help: '食肉処理をした事業者の名前と所在地',
    format: 'long',
    printed: papers,
  },
  frozenState: {
    label: '冷凍・解凍',
    help: '',
    format: { choices: ['冷凍していない', '冷凍', '解凍'] },
    printed: everywhere,
  },
  breed: { label: '品種・銘柄', help: '例 黒毛和種', format: 'words', printed: papers },
  standardName: {
    label: '標準和名',
    help: '魚の名称。銘柄名（関さばなど）は商品名に入力します。例 マサバ',
    format: 'words',
    printed: everywhere,
  },
  waters: {
    label: '水域・水揚げ地',
    help: '天然は漁獲した水域（難しい場合は水揚げ港か都道府県）、養殖は都道府県。例 三陸沖',
    format: 'place',
    printed: everywhere,
  },
  farmed: { label: '天然・養殖', help: '', format: { choices: ['天然', '養殖'] }, printed: everywhere },
  thawed: { label: '解凍', help: '', format: { choices: ['解凍していない', '解凍', '冷凍'] }, printed: everywhere },
  rawUse: {
    label: '生食',
    help: '切り身・むき身の場合',
    format: { choices: ['生食用', '加熱調理用'] },
    printed: everywhere,
  },
  dairyClass: { label: '種類別名称', help: '例 牛乳、ナチュラルチーズ', format: 'words', printed: everywhere },
  dairyContents: {
    label: '乳成分・殺菌',
    help: '無脂乳固形分、乳脂肪分、殺菌の温度と時間。例 8.3%以上・3.5%以上・65℃30分間',
    format: 'long',
    printed: papers,
  },
  ingredients: {
    label: '原材料名',
    help: '重い順に。例 大豆（国産）、米麹、食塩',
    format: 'long',
    printed: everywhere,
  },
  additives: { label: '添加物', help: '使用していない場合は「なし」', format: 'long', printed: everywhere },
  otherAllergens: {
    label: '推奨アレルゲン',
    help: `表示が推奨される20品目（${recommendedAllergens.join('・')}）のうち、含まれるもの`,
    format: 'long',
    printed: everywhere,
  },
  mainOrigin: {
    label: '原料原産地',
    help: '最も重い原材料の産地。例 大豆（北海道）',
    format: 'long',
    printed: papers,
  },
  dateKind: { label: '期限の種類', help: '', format: { choices: ['消費期限', '賞味期限'] }, printed: buyers },
  maker: { label: '製造者', help: '名前と所在地', format: 'long', printed: papers },
  makerSite: {
    label: '製造所',
    help: '製造者の所在地と異なる場合も、同じ場合も入力します',
    format: 'long',
    printed: buyers,
  },
  nutrition: { label: '栄養成分', help: '', format: 'long', printed: ['page'] },
  pesticideCut: {
    label: '節減対象農薬',
    help: '例 当地比5割減、栽培期間中不使用',
    format: 'words',
    printed: everywhere,
  },
  nitrogenCut: {
    label: '化学肥料（窒素成分）',
    help: '例 当地比5割減、栽培期間中不使用',
    format: 'words',
    printed: everywhere,
  },
  growerInCharge: { label: '栽培責任者', help: '名前・住所・連絡先', format: 'long', printed: papers },
  confirmer: { label: '確認責任者', help: '名前・住所・連絡先', format: 'long', printed: papers },
  pesticidesUsed: {
    label: '資材の使用状況',
    help: '資材名・用途・回数、または公開しているページのURL',
    format: 'long',
    printed: ['page'],
  },
} as const satisfies Readonly<Record<string, Fact>>

export type ProductFact = keyof typeof productFacts
export type ProductFacts = Readonly<Partial<Record<ProductFact, string>>>

export const isProductFact = (name: string): name is ProductFact => Object.hasOwn(productFacts, name)
export const productFactNames = Object.keys(productFacts).filter(isProductFact)

/** What a kind must say: its facts, and the fields that every product has anyway. */
export type NeededField = ProductFact | 'storageNote' | 'allergens'
export const neededWord = (field: NeededField): string =>
  field === 'storageNote' ? '保存方法' : field === 'allergens' ? 'アレルゲン' : productFacts[field].label

type Rule = {
  /** Without them nothing new is put on sale. */
  required: readonly NeededField[]
  recommended: readonly ProductFact[]
  lotRequired: readonly LotFact[]
  lotRecommended: readonly LotFact[]
}

const meat: Rule = {
  required: ['animalPart', 'origin', 'meatProcessor', 'storageNote'],
  recommended: ['frozenState', 'breed'],
  lotRequired: [],
  lotRecommended: ['processedOn'],
}
const fish: Rule = {
  required: ['standardName', 'waters', 'farmed', 'thawed'],
  recommended: ['rawUse'],
  lotRequired: [],
  lotRecommended: ['landedOn'],
}
const processed: Rule = {
  required: ['ingredients', 'additives', 'allergens', 'mainOrigin', 'dateKind', 'storageNote', 'maker', 'makerSite'],
  recommended: ['otherAllergens', 'nutrition'],
  lotRequired: [],
  lotRecommended: [],
}
const produce: Rule = {
  required: ['origin'],
  recommended: ['gatheredIn', 'postHarvestAgent'],
  lotRequired: [],
  lotRecommended: [],
}

export const factRules: Readonly<Record<FoodKind, Rule>> = {
  produce,
  mushroom: { ...produce, recommended: ['gatheredIn'] },
  shiitake: { ...produce, required: ['mushroomBed', 'inoculationPlace'], recommended: ['gatheredIn'] },
  rice: {
    required: ['origin', 'riceKind'],
    recommended: ['cropYear', 'riceInspection'],
    lotRequired: [],
    lotRecommended: ['milledOn'],
  },
  egg: {
    required: ['origin', 'eggUse', 'eggPacker', 'storageNote'],
    recommended: [],
    lotRequired: [],
    lotRecommended: ['laidOn'],
  },
  beef: { ...meat, lotRequired: ['cattleNumber'] },
  poultry: meat,
  meat,
  fish,
  abalone: { ...fish, lotRequired: ['catchNumber'] },
  tuna: { ...fish, lotRecommended: ['fishKg', 'vessel', 'landedOn'] },
  seaweed: { ...fish, required: ['waters'], recommended: ['farmed'] },
  dairy: {
    ...processed,
    required: ['dairyClass', ...processed.required],
    recommended: ['dairyContents', 'otherAllergens'],
  },
  processed,
  other: { required: [], recommended: ['origin'], lotRequired: [], lotRecommended: [] },
}

/** A product grown as 特別栽培 says by how much, and who answers for it. Source: the guideline of 農林水産省. */
const speciallyCultivated = {
  required: ['pesticideCut', 'nitrogenCut', 'growerInCharge', 'confirmer'],
  recommended: ['pesticidesUsed'],
} as const satisfies Pick<Rule, 'required' | 'recommended'>

/** What a product of this kind and growing method must say, and what it should. */
export function neededFacts(kind: FoodKind, method: Method): Pick<Rule, 'required' | 'recommended'> {
  const { required, recommended } = factRules[kind]
  if (method !== 'specially_cultivated') return { required, recommended }
  return {
    required: [...required, ...speciallyCultivated.required],
    recommended: [...recommended, ...speciallyCultivated.recommended],
  }
}

/** The facts that a product of this kind may state, in the order of the declaration. */
export function factsAskedOf(kind: FoodKind, method: Method): ProductFact[] {
  const { required, recommended } = neededFacts(kind, method)
  const asked: ReadonlySet<string> = new Set([...required, ...recommended])
  return productFactNames.filter((name) => asked.has(name))
}

export const lotFactsAskedOf = (kinds: readonly FoodKind[]): LotFact[] => {
  const asked = new Set(kinds.flatMap((kind) => [...factRules[kind].lotRequired, ...factRules[kind].lotRecommended]))
  return lotFactNames.filter((name) => asked.has(name))
}

type Said = ProductFacts & { storageNote?: string; allergens?: readonly string[] | null }

/** What a product has to say and does not, in the order in which it is asked. */
export function missingFacts(kind: FoodKind, method: Method, said: Said): NeededField[] {
  return neededFacts(kind, method).required.filter((field) => {
    const value = said[field]
    return value === undefined || value === null || value.length === 0
  })
}
