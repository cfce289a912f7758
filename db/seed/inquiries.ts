import type { InquiryKind, InquiryState } from '#kernel/enums.ts'
import { isHoliday } from '#kernel/holidays.ts'
import { addDays, addHours, type JstDate, jstDateOf, momentOf, weekdayOf } from '#kernel/jst.ts'
import type { Row } from './bulk.ts'
import { aboutNothing } from './event.ts'
import type { MakeId } from './ids.ts'
import type { SeedRestaurant } from './restaurants.ts'

type Told = {
  kind: InquiryKind
  /** How long ago, in days, and at which hour of that day. */
  daysAgo: number
  hour: number
  body: string
  state: InquiryState
  /** The restaurant that asks; without one it is a visitor of this name. */
  restaurant?: number
  visitor?: { name: string; email: string; side?: 'restaurant' | 'farm'; organisation?: string }
  answer?: string
  note?: string
}

const told: readonly Told[] = [
  {
    kind: 'signup',
    daysAgo: 12,
    hour: 20,
    state: 'done',
    visitor: { name: '小林 由美', email: 'kobayashi@hatake.example', side: 'farm', organisation: '小林ハーブ園' },
    body: '長野県でバジルとローズマリーを作っています。年間でどのくらいの量から登録できますか。手数料も知りたいです。',
    answer:
      '小林さま\nお問い合わせありがとうございます。量の下限はありません。手数料は売れた分の12%です。登録の案内を別のメールでお送りします。',
    note: '12/1に電話で畑のようすを聞く',
  },
  {
    kind: 'order',
    daysAgo: 9,
    hour: 8,
    state: 'done',
    restaurant: 0,
    body: '今朝届いた大玉トマトのうち、3玉が割れていました。写真は検収のときに撮ってあります。どうしたらよいですか。',
    answer:
      '森さま\nご迷惑をおかけしました。検収の画面で「傷み」を選び、使える数を入れてください。その分は請求に入りません。',
  },
  {
    kind: 'payment',
    daysAgo: 8,
    hour: 15,
    state: 'done',
    restaurant: 2,
    body: '請求書の宛名を「株式会社」の付いた正式な名前に変えたいです。先月分も出し直せますか。',
    answer: '宛名を変えました。先月分は、変えたあとの名前でもう一度見られるようにしてあります。',
  },
  {
    kind: 'product',
    daysAgo: 6,
    hour: 22,
    state: 'done',
    restaurant: 4,
    body: '紅はるかは、いつごろまで出ますか。冬のデザートに使いたいので、2月まであると助かります。',
    answer: '農園に聞きました。貯蔵したものが3月の初めまで出せるそうです。',
  },
  {
    kind: 'other',
    daysAgo: 5,
    hour: 11,
    state: 'done',
    visitor: { name: '田中 雅子', email: 'tanaka@shinbun.example' },
    body: '地方紙の記者です。農家と飲食店の直接の取引について、取材をお願いできますでしょうか。',
    answer: '田中さま\nご連絡ありがとうございます。担当者からお電話します。',
  },
  {
    kind: 'fault',
    daysAgo: 4,
    hour: 7,
    state: 'done',
    restaurant: 0,
    body: '厨房のタブレットで、かごの数を変えるボタンが1度で反応しないことがあります。2回押すと変わります。',
    answer: 'お知らせいただき、ありがとうございます。直しました。画面を開き直してためしてください。',
    note: '古いタブレットで再現。押せる広さを44pxにした',
  },
  {
    kind: 'order',
    daysAgo: 3,
    hour: 17,
    state: 'working',
    restaurant: 5,
    body: '日曜の宴会のため、土曜の午前中に必ず届いてほしいです。時間の指定が「希望」とあるのは、届かないこともあるのでしょうか。',
    note: '配送会社に、土曜午前の着を確認中',
  },
  {
    kind: 'signup',
    daysAgo: 2,
    hour: 14,
    state: 'working',
    visitor: {
      name: '中村 健',
      email: 'nakamura@soba.example',
      side: 'restaurant',
      organisation: '手打ちそば なかむら',
    },
    body: 'そば屋を2店やっています。辛味大根とねぎを毎週買いたいのですが、登録に必要な書類を教えてください。',
  },
  {
    kind: 'payment',
    daysAgo: 1,
    hour: 18,
    state: 'open',
    restaurant: 7,
    body: '支払いの締め日を20日に変えることはできますか。ほかの仕入れ先とそろえたいです。',
  },
  {
    kind: 'product',
    daysAgo: 1,
    hour: 21,
    state: 'open',
    restaurant: 9,
    body: '小松菜の「特別栽培」は、どの基準によるものですか。メニューに書きたいので、正しい書き方を知りたいです。',
  },
  {
    kind: 'order',
    daysAgo: 0,
    hour: 6,
    state: 'open',
    restaurant: 0,
    body: '昨日の注文のお届け先を、本店から銀座の店に変えたいです。まだ発送の前だと思います。',
  },
  {
    kind: 'other',
    daysAgo: 0,
    hour: 7,
    state: 'open',
    visitor: { name: '山本 さくら', email: 'yamamoto@kissaten.example' },
    body: '喫茶店でも使えますか。週に卵を60個と、季節の果物を少しだけ買いたいと思っています。',
  },
]

export type SeedInquiries = {
  days: Row<'inquiryDays'>[]
  inquiries: Row<'inquiries'>[]
  events: Row<'events'>[]
}

/** A dozen inquiries of the last two weeks, with the actions of staff. */
export function makeInquiries(
  restaurants: readonly SeedRestaurant[],
  admin: Pick<Row<'admins'>, 'id' | 'name'>,
  now: Date,
  id: MakeId,
): SeedInquiries {
  const today = jstDateOf(now)
  const counts = new Map<JstDate, number>()
  const made: SeedInquiries = { days: [], inquiries: [], events: [] }
  for (const one of told) {
    const day = addDays(today, -one.daysAgo)
    const wished = momentOf(day, one.hour * 60 + 12)
    const sentAt = wished < now ? wished : addHours(now, -1)
    const sentOn = jstDateOf(sentAt)
    const nth = (counts.get(sentOn) ?? 0) + 1
    counts.set(sentOn, nth)
    const inquiry = row(one, restaurants, sentAt, nth, id)
    made.inquiries.push(inquiry)
    made.events.push(...steps(one, inquiry, admin, now, id))
  }
  made.days = [...counts].map(([day, n]) => ({ day, n }))
  return made
}

function row(
  one: Told,
  restaurants: readonly SeedRestaurant[],
  sentAt: Date,
  nth: number,
  id: MakeId,
): Row<'inquiries'> {
  const restaurant = one.restaurant === undefined ? undefined : restaurants[one.restaurant]
  const day = jstDateOf(sentAt)
  return {
    id: id(sentAt),
    number: `Q-${day.replaceAll('-', '')}-${String(nth).padStart(4, '0')}`,
    kind: one.kind,
    state: one.state,
    version: one.state === 'open' ? 1 : 2,
    body: one.body,
    name: restaurant?.buyer.name ?? one.visitor?.name ?? '',
    email: restaurant?.buyer.email ?? one.visitor?.email ?? '',
    phone: null,
    side: one.visitor?.side ?? null,
    organisation: one.visitor?.organisation ?? null,
    personId: restaurant?.buyer.id ?? null,
    restaurantId: restaurant?.row.id ?? null,
    farmId: null,
    orderId: null,
    productId: null,
    sentAt,
    answerDueOn: nextWorkday(day),
    firstAnsweredAt: one.answer ? answeredAt(sentAt) : null,
    assignedTo: null,
  }
}

const answeredAt = (sentAt: Date) => addHours(sentAt, 15)

function steps(
  one: Told,
  inquiry: Row<'inquiries'>,
  admin: Pick<Row<'admins'>, 'id' | 'name'>,
  now: Date,
  id: MakeId,
): Row<'events'>[] {
  const event = (at: Date, kind: string, more: Partial<Row<'events'>>): Row<'events'> => ({
    id: id(at),
    at,
    kind,
    actorKind: 'staff',
    actorName: admin.name,
    personId: null,
    adminId: admin.id,
    ...aboutNothing,
    inquiryId: inquiry.id,
    ...more,
  })
  const made: Row<'events'>[] = []
  if (one.answer)
    made.push(
      event(answeredAt(inquiry.sentAt), 'inquiry_answered', {
        fromState: 'open',
        toState: 'done',
        data: { text: one.answer },
      }),
    )
  else if (one.state === 'working')
    made.push(event(addHours(inquiry.sentAt, 3), 'inquiry_moved', { fromState: 'open', toState: 'working' }))
  if (one.note) made.push(event(addHours(inquiry.sentAt, 16), 'inquiry_noted', { data: { text: one.note } }))
  return made.filter(({ at }) => at <= now)
}

function nextWorkday(after: JstDate): JstDate {
  let day = addDays(after, 1)
  while (weekdayOf(day) === 0 || weekdayOf(day) === 6 || isHoliday(day)) day = addDays(day, 1)
  return day
}
