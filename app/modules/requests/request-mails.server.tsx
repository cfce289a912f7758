import { createElement } from 'react'
import type { Ctx } from '#access/ctx.ts'
import { formatDay, formatMoment, formatYen } from '#kernel/format.ts'
import type { FarmId, RequestId } from '#kernel/ids.ts'
import { methodWord } from '#modules/catalog/catalog-words.ts'
import { MailButton, MailFacts, MailFrame, MailQuote, MailText } from '#modules/outbox/mail-frame.server.tsx'
import { type OurPage, ourPage } from '#modules/outbox/our-page.ts'
import { mailToOf, queueMails } from '#modules/outbox/queue-mail.server.ts'
import { lockRequest, type RequestRow } from './request-store.server.ts'

type Fact = readonly [string, string]
/** Why a farm, or the chef, is notified that it is over. */
export type Ending = 'taken_by_other' | 'withdrawn' | 'expired' | 'removed'

export const RequestedMail = ({
  changed,
  facts,
  note,
  address,
}: {
  changed: boolean
  facts: readonly Fact[]
  note: string
  /** The target of the button. */
  address: OurPage
}) => (
  <MailFrame
    preview={facts.map(([what, how]) => `${what}：${how}`).join('、')}
    title={changed ? 'リクエストの内容が変わりました' : '料理人が、さがしています'}
  >
    <MailText>出せそうでしたら、値段と数と日を答えてください。出せないときは、そのままでもかまいません。</MailText>
    <MailFacts facts={facts} />
    {note && <MailQuote>{note}</MailQuote>}
    <MailButton href={address}>リクエストを見る</MailButton>
  </MailFrame>
)

export const AnsweredMail = ({
  farm,
  facts,
  words,
  address,
}: {
  farm: string
  facts: readonly Fact[]
  words: string
  /** The target of the button. */
  address: OurPage
}) => (
  <MailFrame preview={facts.map(([what, how]) => `${what}：${how}`).join('、')} title={`${farm}から返事がありました`}>
    <MailFacts facts={facts} />
    {words && <MailQuote>{words}</MailQuote>}
    <MailText>送料と税をふくむ合計は、画面でほかの返事と並べて見られます。</MailText>
    <MailButton href={address}>返事をくらべる</MailButton>
  </MailFrame>
)

const endingText: Record<Ending, string> = {
  taken_by_other: 'お店は、ほかの農園に注文しました。答えてくださり、ありがとうございました。',
  withdrawn: 'お店が、このリクエストを取り下げました。',
  expired: '時間がすぎたので、このリクエストは終わりました。注文はしていません。',
  removed: '運営が、このリクエストを取り下げました。',
}

export const ClosedMail = ({
  what,
  ending,
  reason,
  address,
}: {
  what: string
  ending: Ending
  reason: string
  /** The target of the button. */
  address: OurPage
}) => (
  <MailFrame preview={endingText[ending]} title={`「${what}」のリクエストは終わりました`}>
    <MailText>{endingText[ending]}</MailText>
    {reason && <MailQuote>{reason}</MailQuote>}
    <MailButton href={address}>リクエストを見る</MailButton>
  </MailFrame>
)

/** ズッキーニの花 20本. */
export const whatOf = ({ words, qty, unit_label }: Pick<RequestRow, 'words' | 'qty' | 'unit_label'>): string =>
  `${words} ${qty}${unit_label}`

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
  const what = whatOf(request)
  const changed = news.kind === 'changed'
  await queueMails(ctx.db, ctx.now, {
    to: to.map((person) => ({ key: `request:${id}:asked:${news.version}:${person.personId}`, to: mailToOf(person) })),
    template: 'request_asked',
    subject: `【畝と皿】${changed ? 'リクエストが変わりました' : 'リクエスト'}：${what}`,
    body: createElement(RequestedMail, {
      changed,
      facts: factsOf(request),
      note: request.note,
      address: ourPage(`/farmer/requests/${id}`),
    }),
    notice: { path: `/farmer/requests/${id}`, usefulUntil: request.answer_until },
  })
}

const factsOf = (request: RequestRow): Fact[] => [
  ['さがしているもの', whatOf(request)],
  ['届けてほしい日', request.days.map((day) => formatDay(day)).join('、')],
  ['返事の時刻', `${formatMoment(request.answer_until)}まで`],
  ...(request.ceiling_yen ? [['予算（税・送料こみ）', `${formatYen(request.ceiling_yen)}まで`] as const] : []),
  ...(request.method ? [['栽培の希望', methodWord[request.method]] as const] : []),
]

/** To the requester, or the owners: a farm has answered, or has changed its answer. */
export async function tellAnswered(
  ctx: Ctx,
  request: RequestRow,
  { farmId, version, facts, words }: { farmId: FarmId; version: number; facts: readonly Fact[]; words: string },
): Promise<void> {
  const farm = await ctx.db.selectFrom('farms').select('name').where('id', '=', farmId).executeTakeFirstOrThrow()
  const path = `/restaurant/requests/${request.id}` as const
  const to = await whoAsks(ctx, request)
  await queueMails(ctx.db, ctx.now, {
    to: to.map((it) => ({ key: `request:${request.id}:answer:${farmId}:${version}:${it.personId}`, to: mailToOf(it) })),
    template: 'request_answered',
    subject: `【畝と皿】${farm.name}から返事：${whatOf(request)}`,
    body: createElement(AnsweredMail, { farm: farm.name, facts, words, address: ourPage(path) }),
    notice: { path, usefulUntil: request.last_order_at },
  })
}

/** To the farms that answered: it is over; each once. */
export async function tellEnded(
  ctx: Ctx,
  request: RequestRow,
  { ending, except, reason = '' }: { ending: Ending; except?: FarmId; reason?: string },
): Promise<void> {
  const answered = await ctx.db
    .selectFrom('request_answers')
    .select('farm_id')
    .where('request_id', '=', request.id)
    .where('state', '=', 'offered')
    .execute()
  const farmIds = answered.map(({ farm_id }) => farm_id).filter((id) => id !== except)
  const to = await whoAnswersAt(ctx, farmIds)
  if (to.length === 0) return
  const path = '/farmer/requests' as const
  await queueMails(ctx.db, ctx.now, {
    to: to.map((person) => ({ key: `request:${request.id}:ended:${person.personId}`, to: mailToOf(person) })),
    template: 'request_closed',
    subject: `【畝と皿】終わりました：${whatOf(request)}`,
    body: createElement(ClosedMail, { what: whatOf(request), ending, reason, address: ourPage(path) }),
    notice: { path },
  })
}

/** To the requester, or the owners: it has been closed by others. */
export async function tellAskerEnded(
  ctx: Ctx,
  request: RequestRow,
  { ending, reason = '' }: { ending: Ending; reason?: string },
): Promise<void> {
  const path = `/restaurant/requests/${request.id}` as const
  const to = await whoAsks(ctx, request)
  await queueMails(ctx.db, ctx.now, {
    to: to.map((it) => ({ key: `request:${request.id}:ended:asker:${it.personId}`, to: mailToOf(it) })),
    template: 'request_closed',
    subject: `【畝と皿】終わりました：${whatOf(request)}`,
    body: createElement(ClosedMail, { what: whatOf(request), ending, reason, address: ourPage(path) }),
    notice: { path },
  })
}

/**
 * The requester, as long as they are a member; else the owners, because it contains prices and someone has to choose.
 */
async function whoAsks({ db }: Ctx, { person_id, restaurant_id }: RequestRow) {
  const people = await db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select(['people.id as personId', 'people.email', 'memberships.role'])
    .where('memberships.restaurant_id', '=', restaurant_id)
    .where((is) => is.or([is('memberships.role', '=', 'owner'), is('people.id', '=', person_id)]))
    .where('people.closed_at', 'is', null)
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
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select(['people.id as personId', 'people.email'])
    .distinct()
    .where('memberships.farm_id', 'in', farmIds)
    .where((is) => is.or([is('memberships.role', '=', 'owner'), is('memberships.rights', '=', 'all')]))
    .where('people.closed_at', 'is', null)
    .where('people.suspended_at', 'is', null)
    .orderBy('people.id')
    .execute()
}
