import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDay, formatMoment, formatYen } from '#kernel/format.ts'
import type { FarmId, RequestId } from '#kernel/ids.ts'
import { type Fact, facts, notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { mailToOf, notifyMany } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { methodWord } from '#modules/products/catalog/catalog-labels.ts'
import { lockRequest, type RequestRow } from './request-store.server.ts'

/** Why a farm, or the chef, hears that it is over. */
const endings = ['taken_by_other', 'withdrawn', 'expired', 'removed'] as const
export type Ending = (typeof endings)[number]

const inOneLine = (facts: readonly Fact[]) => facts.map(([what, how]) => `${what}：${how}`).join('、')
const sample = { what: 'ズッキーニの花 20本', facts: [['探している食材', 'ズッキーニの花 20本']] } as const

const requestAsked = notificationKind('request_asked', {
  about: 'request',
  tradeRecord: true,
  data: z.object({ what: z.string(), changed: z.boolean(), facts, note: z.string(), address: page }),
  message: ({ what, changed, facts, note, address }) => ({
    title: `${changed ? 'リクエストが変更されました' : 'リクエスト'}：${what}`,
    heading: changed ? 'リクエストの内容が変更されました' : '飲食店が食材を探しています',
    summary: inOneLine(facts),
    parts: [
      { text: '出荷できる場合は、価格・数量・お届け日を回答してください。出荷できない場合は、回答は不要です。' },
      { facts },
      note && { quote: note },
      { button: 'リクエストを見る', to: address },
    ],
  }),
  sample: { ...sample, changed: false, note: '花の中に詰めものをします', address: ourPage('/farmer/requests') },
})

const requestAnswered = notificationKind('request_answered', {
  about: 'request',
  tradeRecord: true,
  data: z.object({ what: z.string(), farm: z.string(), facts, words: z.string(), address: page }),
  message: ({ what, farm, facts, words, address }) => ({
    title: `${farm}からの回答：${what}`,
    heading: `${farm}から回答がありました`,
    summary: inOneLine(facts),
    parts: [
      { facts },
      words && { quote: words },
      { text: '送料と税を含む合計は、画面で他の回答と比較できます。' },
      { button: '回答を比較', to: address },
    ],
  }),
  sample: { ...sample, farm: '佐藤農園', words: '朝5時に摘みます', address: ourPage('/restaurant/requests') },
})

const endingText: Record<Ending, string> = {
  taken_by_other: '飲食店は、他の農園に注文しました。ご回答いただき、ありがとうございました。',
  withdrawn: '飲食店が、このリクエストを取り下げました。',
  expired: '期限を過ぎたため、このリクエストは終了しました。注文はしていません。',
  removed: '運営が、このリクエストを取り下げました。',
}

const requestClosed = notificationKind('request_closed', {
  about: 'request',
  data: z.object({ what: z.string(), ending: z.enum(endings), reason: z.string(), address: page }),
  message: ({ what, ending, reason, address }) => ({
    title: `終了しました：${what}`,
    heading: `「${what}」のリクエストは終了しました`,
    summary: endingText[ending],
    parts: [{ text: endingText[ending] }, reason && { quote: reason }, { button: 'リクエストを見る', to: address }],
  }),
  sample: { what: sample.what, ending: 'taken_by_other', reason: '', address: ourPage('/farmer/requests') },
})

export const requestKinds = [requestAsked, requestAnswered, requestClosed] as const

/** ズッキーニの花 20本. */
export const whatOf = ({ words, qty, unitLabel }: Pick<RequestRow, 'words' | 'qty' | 'unitLabel'>): string =>
  `${words} ${qty}${unitLabel}`

/** To everyone at these farms who may answer: one statement for all of them. */
export async function tellFarms(
  ctx: Ctx,
  id: RequestId,
  farmIds: readonly FarmId[],
  news: { kind: 'asked' | 'changed'; version: number },
): Promise<void> {
  const request = await lockRequest(ctx.db, id)
  const to = await whoAnswersAt(ctx, farmIds)
  if (!request || to.length === 0) return
  await notifyMany(ctx.db, ctx.now, {
    to: to.map((person) => ({ key: `request:${id}:asked:${news.version}:${person.personId}`, to: mailToOf(person) })),
    kind: requestAsked,
    data: {
      what: whatOf(request),
      changed: news.kind === 'changed',
      facts: factsOf(request),
      note: request.note,
      address: ourPage(`/farmer/requests/${id}`),
    },
    concerns: { usefulUntil: request.answerUntil },
  })
}

const factsOf = (request: RequestRow): Fact[] => [
  ['探している食材', whatOf(request)],
  ['お届け希望日', request.days.map((day) => formatDay(day)).join('、')],
  ['回答期限', `${formatMoment(request.answerUntil)}まで`],
  ...(request.ceilingYen ? [['予算（税・送料込）', `${formatYen(request.ceilingYen)}まで`] as const] : []),
  ...(request.method ? [['栽培の希望', methodWord[request.method]] as const] : []),
]

/** To the requester, or the owners: a farm has answered, or has changed its answer. */
export async function tellAnswered(
  ctx: Ctx,
  request: RequestRow,
  { farmId, version, facts, words }: { farmId: FarmId; version: number; facts: readonly Fact[]; words: string },
): Promise<void> {
  const farm = await ctx.db.selectFrom('farms').select('name').where('id', '=', farmId).executeTakeFirstOrThrow()
  const to = await whoAsks(ctx, request)
  await notifyMany(ctx.db, ctx.now, {
    to: to.map((it) => ({ key: `request:${request.id}:answer:${farmId}:${version}:${it.personId}`, to: mailToOf(it) })),
    kind: requestAnswered,
    data: {
      what: whatOf(request),
      farm: farm.name,
      facts,
      words,
      address: ourPage(`/restaurant/requests/${request.id}`),
    },
    concerns: { usefulUntil: request.lastOrderAt },
  })
}

/** To the farms that answered: it is over; each once. */
export async function tellEnded(
  ctx: Ctx,
  request: RequestRow,
  { ending, except, reason = '' }: { ending: Ending; except?: FarmId; reason?: string },
): Promise<void> {
  const answered = await ctx.db
    .selectFrom('requestAnswers')
    .select('farmId')
    .where('requestId', '=', request.id)
    .where('state', '=', 'offered')
    .execute()
  const farmIds = answered.map(({ farmId }) => farmId).filter((id) => id !== except)
  const to = await whoAnswersAt(ctx, farmIds)
  if (to.length === 0) return
  await notifyMany(ctx.db, ctx.now, {
    to: to.map((person) => ({ key: `request:${request.id}:ended:${person.personId}`, to: mailToOf(person) })),
    kind: requestClosed,
    data: { what: whatOf(request), ending, reason, address: ourPage('/farmer/requests') },
  })
}

/** To the requester, or the owners: it has been closed by others. */
export async function tellAskerEnded(
  ctx: Ctx,
  request: RequestRow,
  { ending, reason = '' }: { ending: Ending; reason?: string },
): Promise<void> {
  const to = await whoAsks(ctx, request)
  await notifyMany(ctx.db, ctx.now, {
    to: to.map((it) => ({ key: `request:${request.id}:ended:asker:${it.personId}`, to: mailToOf(it) })),
    kind: requestClosed,
    data: { what: whatOf(request), ending, reason, address: ourPage(`/restaurant/requests/${request.id}`) },
  })
}

/**
 * The requester, as long as they are a member; else the owners, because it contains prices and one of them has to choose.
 */
async function whoAsks({ db }: Ctx, { personId: person_id, restaurantId }: RequestRow) {
  const people = await db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .select(['people.id as personId', 'people.email', 'memberships.role'])
    .where('memberships.restaurantId', '=', restaurantId)
    .where((is) => is.or([is('memberships.role', '=', 'owner'), is('people.id', '=', person_id)]))
    .where('people.closedAt', 'is', null)
    .orderBy('people.id')
    .execute()
  const asker = people.filter(({ personId }) => personId === person_id)
  return asker.length > 0 ? asker : people
}

/** Owners, and helpers with all rights; each person once. */
async function whoAnswersAt({ db }: Ctx, farmIds: readonly FarmId[]) {
  if (farmIds.length === 0) return []
  return db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .select(['people.id as personId', 'people.email'])
    .distinct()
    .where('memberships.farmId', 'in', farmIds)
    .where((is) => is.or([is('memberships.role', '=', 'owner'), is('memberships.rights', '=', 'all')]))
    .where('people.closedAt', 'is', null)
    .where('people.suspendedAt', 'is', null)
    .orderBy('people.id')
    .execute()
}
