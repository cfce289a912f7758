import type { DocumentKind, GoodsKind, Side } from '#kernel/enums.ts'

export type Requirement = {
  /** What is checked, as named in the list of checks. */
  word: string
  /** What staff have to check. */
  ask: string
  /** Any one of these is sufficient; if empty, there is nothing to upload, but something to check. */
  documents: readonly DocumentKind[]
  /** Not required for the farm's own harvest or catch; staff decide. */
  ownIsFree: boolean
  source: string
}

/** The law that requires it, as shown to users; checked for Japan in November 2026. */
const law = {
  hygiene: '食品衛生法（営業許可・営業届出）',
  alcohol: '酒税法・酒類販売業免許',
  seeds: '種苗法',
  wild: '食品衛生法・原子力災害対策特別措置法',
}

/**
 * What food business law requires of a seller, by kind of goods. Harvesting requires neither 許可 nor 届出, and neither
 * does simple trimming; buying and reselling does. Null: nothing required.
 */
export const goodsRequirements: Record<GoodsKind, Requirement | null> = {
  own_produce: null,
  resold_produce: {
    word: '仕入れた野菜・果物の販売',
    ask: '営業届出（野菜果物販売業）と食品衛生責任者',
    documents: ['notification'],
    ownIsFree: false,
    source: law.hygiene,
  },
  rice: {
    word: '米',
    ask: '自家産の米は不要。仕入れて販売する場合は営業届出（米穀類販売業）',
    documents: ['notification'],
    ownIsFree: true,
    source: law.hygiene,
  },
  egg: {
    word: '卵',
    ask: '自家産の卵は不要。選別・包装は営業届出（卵選別包装業）、液卵は液卵製造業の許可',
    documents: ['notification', 'permit'],
    ownIsFree: true,
    source: law.hygiene,
  },
  meat: {
    word: '肉',
    ask: '食肉販売業の許可（包装済みのみの場合は届出）。切り分け・ジビエは食肉処理業、鳥の処理は食鳥処理の許可',
    documents: ['permit', 'notification'],
    ownIsFree: false,
    source: `${law.hygiene}・食鳥検査法`,
  },
  fish: {
    word: '魚介',
    ask: '自ら漁獲した魚は不要。販売は魚介類販売業の許可（包装済みのみの場合は届出）。干物などは水産製品製造業の許可',
    documents: ['permit', 'notification'],
    ownIsFree: true,
    source: `${law.hygiene}・水産流通適正化法`,
  },
  dairy: {
    word: '牛乳・乳製品',
    ask: '乳処理業・乳製品製造業の許可。販売のみの場合は営業届出（乳類販売業）',
    documents: ['permit', 'notification'],
    ownIsFree: false,
    source: law.hygiene,
  },
  pickles: {
    word: '漬物',
    ask: '漬物製造業の許可（2024年6月から、すべての製造者に必要）',
    documents: ['permit'],
    ownIsFree: false,
    source: law.hygiene,
  },
  processed: {
    word: '加工品',
    ask: '製造品目に応じた許可（ジャム・びん詰は密封包装食品製造業、小分けは食品の小分け業など32の業種）',
    documents: ['permit'],
    ownIsFree: false,
    source: law.hygiene,
  },
  honey_tea: {
    word: 'はちみつ・茶・乾燥野菜',
    ask: '製造方法により営業届出。はちみつは養蜂届と「1歳未満の乳児には与えない」の表示',
    documents: ['notification'],
    ownIsFree: true,
    source: `${law.hygiene}・養蜂振興法`,
  },
  alcohol: {
    word: '酒',
    ask: '酒類販売業免許（2つ以上の都道府県へ販売する場合は通信販売酒類小売業免許）または製造免許',
    documents: ['permit'],
    ownIsFree: false,
    source: law.alcohol,
  },
  seedlings: {
    word: '種・苗',
    ask: '登録品種と海外持ち出し制限の表示。書類は不要',
    documents: [],
    ownIsFree: false,
    source: law.seeds,
  },
  wild: {
    word: '山菜・野生のきのこ・ジビエ',
    ask: '産地の出荷制限と、種類を判別できる写真。書類は不要',
    documents: [],
    ownIsFree: false,
    source: law.wild,
  },
}

/**
 * Whether a document can prove what the law requires for this kind of goods: staff have recorded that it does, or
 * nothing has been recorded.
 */
export const standsFor = (paper: { kind: DocumentKind; goodsKinds: readonly GoodsKind[] }, goods: GoodsKind): boolean =>
  goodsRequirements[goods]?.documents.includes(paper.kind) === true &&
  (paper.goodsKinds.length === 0 || paper.goodsKinds.includes(goods))

/** Those of these kinds that a document can prove, for staff to choose from. */
export const goodsWithPapers = (goods: readonly GoodsKind[]): GoodsKind[] =>
  goods.filter((kind) => (goodsRequirements[kind]?.documents.length ?? 0) > 0)

const restaurantRequirement: Requirement = {
  word: '飲食店の営業許可',
  ask: '飲食店営業などの許可証（名義・所在地・期限）',
  documents: ['business_licence', 'permit'],
  ownIsFree: false,
  source: law.hygiene,
}

export const goodsKindWord: Record<GoodsKind, string> = {
  own_produce: '自家栽培の野菜・果物・きのこ',
  resold_produce: '仕入れた野菜・果物',
  rice: '米',
  egg: '卵',
  meat: '肉',
  fish: '魚介',
  dairy: '牛乳・乳製品',
  pickles: '漬物',
  processed: '加工品',
  honey_tea: 'はちみつ・茶・乾燥野菜',
  alcohol: '酒',
  seedlings: '種・苗',
  wild: '山菜・野生のきのこ・ジビエ',
}

/** `goods`: for which kind; null for the organisation as a whole. */
export type Asked = { key: string; requirement: Requirement; goods: GoodsKind | null }

/** What this organisation has to prove, one entry for each kind of goods with a requirement. */
export function requirementsOf(side: Side, goods: readonly GoodsKind[]): Asked[] {
  if (side === 'restaurant') return [{ key: 'licence', requirement: restaurantRequirement, goods: null }]
  return goods.flatMap((kind) => {
    const requirement = goodsRequirements[kind]
    return requirement ? [{ key: `goods-${kind}`, requirement, goods: kind }] : []
  })
}
