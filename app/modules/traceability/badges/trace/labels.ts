import type { BadgeRule } from '../badge.ts'
import { type PublishedRule, publishedRules } from '../badge-rules.ts'
import type { GuestLanguage } from './language.ts'

/** The numbers of a published rule. */
type RuleTerms = Pick<PublishedRule, 'deliveries' | 'months' | 'percent'>

/** The versions of the published rules that the sentences below translate; a test compares them. */
export const translatedRules: Readonly<Record<BadgeRule, number>> = { farms: 2, organic: 2, prefecture: 2, season: 2 }

/** The largest text: a figure between words, 12 | 農園から直接仕入れ. */
type Claim = { before: string; figure: string; after: string }

export type GuestWords = {
  /** The language's own name, for the link to it. */
  language: string
  /** For Intl, and for sharing (og:locale). */
  locale: string
  languages: string
  skip: string
  title: (shop: string) => string
  endedTitle: (shop: string) => string
  description: (shop: string, farms: readonly string[]) => string
  /** Above the restaurant's name. */
  seal: string
  claim: (rule: BadgeRule, figure: number) => Claim
  /** The published rule, with its numbers. In Japanese it is the original text. */
  rule: Record<BadgeRule, (terms: RuleTerms) => string>
  aboutBadge: string
  /** Where the figures come from, and who cannot change them. */
  basis: string
  countedFrom: string
  validUntil: string
  /** What happens on the day on which nothing is proven any more. */
  validUntilNote: (day: string) => string
  origins: string
  farms: (count: number) => string
  lastDelivery: string
  deliveries: string
  times: (count: number) => string
  since: (day: string) => string
  goods: string
  harvested: string
  more: (count: number) => string
  season: string
  peak: string
  now: string
  /** For screen readers instead of the bar; null where it does not apply. */
  seasonSaid: (months: string, peak: string | null) => string
  allYear: string
  month: (month: number) => string
  letter: string
  inJapanese: string
  photoOf: (farm: string) => string
  check: string
  checkText: string
  checkData: string
  checkHow: string
  endedHead: string
  ended: (shop: string) => string
  endedPeriod: string
  aboutUs: string
  home: string
}

const japanese: GuestWords = {
  language: '日本語',
  locale: 'ja-JP',
  languages: '言語',
  skip: '本文へ移動',
  title: (shop) => `${shop}の食材の産地｜畝と皿`,
  endedTitle: (shop) => `${shop}：この期間は終了しました｜畝と皿`,
  description: (shop, farms) => `${shop}が農家から直接仕入れている食材の産地です。${farms.join('、')}`,
  seal: '産地確認済みの店',
  claim: (rule, figure) =>
    ({
      farms: { before: '', figure: `${figure}`, after: '農園から直接仕入れ' },
      organic: { before: '有機JASの食材', figure: `${figure}%`, after: '' },
      prefecture: { before: '地元の食材', figure: `${figure}%`, after: '' },
      season: { before: '旬の食材', figure: `${figure}%`, after: '' },
    })[rule],
  rule: {
    farms: () => publishedRules.farms.text,
    organic: () => publishedRules.organic.text,
    prefecture: () => publishedRules.prefecture.text,
    season: () => publishedRules.season.text,
  },
  aboutBadge: 'この表示について',
  basis: '納品の記録から計算しています。飲食店も農園も、数値を変更できません。',
  countedFrom: '集計開始日',
  validUntil: '有効期限',
  validUntilNote: (day) => `${day}までに次の納品がない場合、表示は終了します。`,
  origins: '産地の地図',
  farms: (count) => `${count}農園`,
  lastDelivery: '最終納品日',
  deliveries: '納品回数',
  times: (count) => `${count}回`,
  since: (day) => `${day}から`,
  goods: '届いた食材',
  harvested: '収穫',
  more: (count) => `他${count}点`,
  season: '出荷月',
  peak: '旬の最盛期',
  now: '現在',
  seasonSaid: (months, peak) => `出荷月は${months}${peak === null ? '' : `、最盛期は${peak}`}`,
  allYear: '通年',
  month: (month) => `${month}月`,
  letter: '畑だより',
  inJapanese: '',
  photoOf: (farm) => `${farm}の写真`,
  check: 'ご自身で検証する',
  checkText: 'この表示の規則、根拠となる記録、署名は、誰でも閲覧できます。改ざんされていないことを計算で検証できます。',
  checkData: '記録と署名（JSON）',
  checkHow: '検証方法',
  endedHead: 'この期間は終了しました',
  ended: (shop) => `${shop}のこの表示は、現在有効ではありません。新しい納品が続くと、再び表示されます。`,
  endedPeriod: '有効だった期間',
  aboutUs: '畝と皿は、飲食店が農家から直接仕入れる市場です。',
  home: '畝と皿を見る',
}

const english: GuestWords = {
  language: 'English',
  locale: 'en-GB',
  languages: 'Language',
  skip: 'Skip to content',
  title: (shop) => `Where the food at ${shop} comes from | Une to Sara`,
  endedTitle: (shop) => `${shop}: this period has ended | Une to Sara`,
  description: (shop, farms) => `The farms from which ${shop} buys its food directly: ${farms.join(', ')}`,
  seal: 'Origin verified',
  claim: (rule, figure) =>
    ({
      farms: {
        before: '',
        figure: `${figure}`,
        after: figure === 1 ? 'farm we buy from directly' : 'farms we buy from directly',
      },
      organic: { before: 'Certified organic', figure: `${figure}%`, after: '' },
      prefecture: { before: 'From this prefecture', figure: `${figure}%`, after: '' },
      season: { before: 'In season', figure: `${figure}%`, after: '' },
    })[rule],
  rule: {
    farms: ({ deliveries, months }) =>
      `A farm is listed only if this restaurant received its food at least ${deliveries} times in the past ${months} months. A delivery counts once the kitchen has inspected it and at least one item can be traced to its lot. Food that was refused, free or under complaint does not count.`,
    organic: ({ deliveries, months, percent }) =>
      `By value, at least ${percent}% of the food received in the past ${months} months is certified Organic JAS. It counts if we have checked the farm’s certificate, if that was valid on the day of delivery and is valid today, and if the lot is known. It takes at least ${deliveries} deliveries.`,
    prefecture: ({ deliveries, months, percent }) =>
      `By value, at least ${percent}% of the food received in the past ${months} months comes from farms in the prefecture of the kitchen that received it. Only food whose lot is known counts. It takes at least ${deliveries} deliveries.`,
    season: ({ deliveries, months, percent }) =>
      `By value, at least ${percent}% of the food received in the past ${months} months arrived in a month in which it is harvested in the farm’s region, by our calendar of seasons. Only food whose lot is known counts. It takes at least ${deliveries} deliveries.`,
  },
  aboutBadge: 'What this badge says',
  basis: 'Worked out from records of deliveries. Neither the restaurant nor the farm can change the figures.',
  countedFrom: 'Counted from',
  validUntil: 'Valid until',
  validUntilNote: (day) => `Unless another delivery arrives, the badge ends after ${day}.`,
  origins: 'Where it comes from',
  farms: (count) => (count === 1 ? '1 farm' : `${count} farms`),
  lastDelivery: 'Last delivery',
  deliveries: 'Deliveries',
  times: (count) => `${count}`,
  since: (day) => `since ${day}`,
  goods: 'Delivered to the kitchen',
  harvested: 'Harvested',
  more: (count) => `and ${count} more`,
  season: 'Available',
  peak: 'At its best',
  now: 'Now',
  seasonSaid: (months, peak) => `Available ${months}${peak === null ? '' : `, at its best ${peak}`}`,
  allYear: 'all year',
  month: (month) => englishMonths[month - 1] ?? '',
  letter: 'From the field',
  inJapanese: 'In the farm’s own words, in Japanese.',
  photoOf: (farm) => `Photo of ${farm}`,
  check: 'Check it yourself',
  checkText:
    'The rule, the records behind it and a signature are open to everyone, so that anyone can prove that nothing was altered.',
  checkData: 'Records and signature (JSON)',
  checkHow: 'How to check',
  endedHead: 'This period has ended',
  ended: (shop) => `This badge of ${shop} is not valid now. It returns when new deliveries are received.`,
  endedPeriod: 'Was valid',
  aboutUs: 'Une to Sara (“furrow and plate”) is the market where restaurants in Japan buy directly from farmers.',
  home: 'See Une to Sara',
}

const englishMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const traditionalChinese: GuestWords = {
  language: '繁體中文',
  locale: 'zh-Hant-TW',
  languages: '語言',
  skip: '跳至內文',
  title: (shop) => `${shop}的食材產地｜畝と皿`,
  endedTitle: (shop) => `${shop}：此期間已結束｜畝と皿`,
  description: (shop, farms) => `${shop}直接向農家採購的食材產地：${farms.join('、')}`,
  seal: '產地已確認的餐廳',
  claim: (rule, figure) =>
    ({
      farms: { before: '直接向', figure: `${figure}`, after: '座農園採購' },
      organic: { before: '有機JAS食材', figure: `${figure}%`, after: '' },
      prefecture: { before: '在地食材', figure: `${figure}%`, after: '' },
      season: { before: '當季食材', figure: `${figure}%`, after: '' },
    })[rule],
  rule: {
    farms: ({ deliveries, months }) =>
      `只列出本餐廳在過去${months}個月內收貨${deliveries}次以上的農園。計算的是已完成驗收，且至少有一項可追溯批號的送貨。拒收、無償或尚有爭議的品項不計入。`,
    organic: ({ deliveries, months, percent }) =>
      `過去${months}個月收到的食材中，依金額計算有${percent}%以上為有機JAS。只計算農園的認證經我們查核、在送達日與今日皆有效，且可追溯批號的品項。須有${deliveries}次以上的收貨。`,
    prefecture: ({ deliveries, months, percent }) =>
      `過去${months}個月收到的食材中，依金額計算有${percent}%以上來自與收貨餐廳同一都道府縣的農園。只計算可追溯批號的品項。須有${deliveries}次以上的收貨。`,
    season: ({ deliveries, months, percent }) =>
      `過去${months}個月收到的食材中，依金額計算有${percent}%以上是在農園所在地區的採收月份送達。月份依本站的時令曆，曆中沒有的品項不算當季。只計算可追溯批號的品項。須有${deliveries}次以上的收貨。`,
  },
  aboutBadge: '關於這個標章',
  basis: '數字由收貨紀錄計算而得，餐廳與農園都無法更改。',
  countedFrom: '起算日',
  validUntil: '有效至',
  validUntilNote: (day) => `若在${day}前沒有新的送貨，標章就會消失。`,
  origins: '產地地圖',
  farms: (count) => `${count}座農園`,
  lastDelivery: '最近一次送達',
  deliveries: '送達次數',
  times: (count) => `${count}次`,
  since: (day) => `自${day}起`,
  goods: '送達的食材',
  harvested: '採收',
  more: (count) => `另有${count}項`,
  season: '出貨月份',
  peak: '盛產期',
  now: '現在',
  seasonSaid: (months, peak) => `出貨月份為${months}${peak === null ? '' : `，盛產期為${peak}`}`,
  allYear: '全年',
  month: (month) => `${month}月`,
  letter: '田間來信',
  inJapanese: '農園以日文所寫的話。',
  photoOf: (farm) => `${farm}的照片`,
  check: '自行查證',
  checkText: '規則、所依據的紀錄與簽章都對外公開，任何人都能驗證內容未經竄改。',
  checkData: '紀錄與簽章（JSON）',
  checkHow: '查證方法',
  endedHead: '此期間已結束',
  ended: (shop) => `${shop}的這個標章目前無效。持續有新的送貨後，會再次顯示。`,
  endedPeriod: '曾經有效的期間',
  aboutUs: '「畝と皿」是日本餐廳直接向農家採購的市集。',
  home: '前往畝と皿',
}

const korean: GuestWords = {
  language: '한국어',
  locale: 'ko-KR',
  languages: '언어',
  skip: '본문으로',
  title: (shop) => `${shop}의 식재료 산지 | 우네토사라`,
  endedTitle: (shop) => `${shop}: 이 기간은 끝났습니다 | 우네토사라`,
  description: (shop, farms) => `${shop}에서 농가로부터 직접 구입하는 식재료의 산지입니다. ${farms.join(', ')}`,
  seal: '산지가 확인된 가게',
  claim: (rule, figure) =>
    ({
      farms: { before: '', figure: `${figure}`, after: '개 농원에서 직접 구입' },
      organic: { before: '유기 JAS 식재료', figure: `${figure}%`, after: '' },
      prefecture: { before: '지역 식재료', figure: `${figure}%`, after: '' },
      season: { before: '제철 식재료', figure: `${figure}%`, after: '' },
    })[rule],
  rule: {
    farms: ({ deliveries, months }) =>
      `지난 ${months}개월 동안 이 가게가 ${deliveries}회 이상 수령한 농원만 표시합니다. 검수를 마치고 로트를 알 수 있는 품목이 하나 이상 있는 납품만 셉니다. 수령을 거절한 것, 무상인 것, 이의가 해결되지 않은 것은 세지 않습니다.`,
    organic: ({ deliveries, months, percent }) =>
      `지난 ${months}개월 동안 받은 식재료 가운데 금액 기준 ${percent}% 이상이 유기 JAS입니다. 농원의 인증을 저희가 확인했고, 납품일과 오늘 모두 유효하며, 로트를 알 수 있는 것만 셉니다. 수령한 납품이 ${deliveries}회 이상이어야 합니다.`,
    prefecture: ({ deliveries, months, percent }) =>
      `지난 ${months}개월 동안 받은 식재료 가운데 금액 기준 ${percent}% 이상이 수령한 가게와 같은 도도부현의 농원에서 왔습니다. 로트를 알 수 있는 것만 셉니다. 수령한 납품이 ${deliveries}회 이상이어야 합니다.`,
    season: ({ deliveries, months, percent }) =>
      `지난 ${months}개월 동안 받은 식재료 가운데 금액 기준 ${percent}% 이상이 농원이 있는 지방의 수확 시기에 도착했습니다. 시기는 저희 제철 달력에 따르며, 달력에 없는 것은 제철로 세지 않습니다. 로트를 알 수 있는 것만 셉니다. 수령한 납품이 ${deliveries}회 이상이어야 합니다.`,
  },
  aboutBadge: '이 표시에 대하여',
  basis: '수령 기록으로 계산합니다. 가게도 농원도 숫자를 바꿀 수 없습니다.',
  countedFrom: '집계 시작일',
  validUntil: '유효 기한',
  validUntilNote: (day) => `${day}까지 다음 납품이 없으면 표시가 사라집니다.`,
  origins: '산지 지도',
  farms: (count) => `농원 ${count}곳`,
  lastDelivery: '최근 납품',
  deliveries: '납품 횟수',
  times: (count) => `${count}회`,
  since: (day) => `${day}부터`,
  goods: '도착한 식재료',
  harvested: '수확',
  more: (count) => `그 밖에 ${count}가지`,
  season: '출하 시기',
  peak: '한창때',
  now: '지금',
  seasonSaid: (months, peak) => `출하 시기는 ${months}${peak === null ? '' : `, 한창때는 ${peak}`}`,
  allYear: '일 년 내내',
  month: (month) => `${month}월`,
  letter: '밭에서 온 소식',
  inJapanese: '농원이 일본어로 쓴 글입니다.',
  photoOf: (farm) => `${farm}의 사진`,
  check: '직접 확인하기',
  checkText: '규칙과 근거가 된 기록, 서명을 누구나 볼 수 있어, 바뀌지 않았음을 직접 확인할 수 있습니다.',
  checkData: '기록과 서명 (JSON)',
  checkHow: '확인 방법',
  endedHead: '이 기간은 끝났습니다',
  ended: (shop) => `${shop}의 이 표시는 지금은 유효하지 않습니다. 새로운 납품이 이어지면 다시 표시됩니다.`,
  endedPeriod: '유효했던 기간',
  aboutUs: '우네토사라(畝と皿)는 일본의 음식점이 농가에서 직접 구입하는 시장입니다.',
  home: '우네토사라 보기',
}

/** All text of the page, in each language; a missing text is a compiler error. */
export const guestWords: Readonly<Record<GuestLanguage, GuestWords>> = {
  ja: japanese,
  en: english,
  'zh-Hant': traditionalChinese,
  ko: korean,
}
