import { createElement } from 'react'
import type { Ctx } from '#access/ctx.ts'
import { formatDay, formatMoment, formatYen } from '#kernel/format.ts'
import type { PurchaseId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { LeftOut, RunOutcome } from '#kernel/words.ts'
import type { Quote } from '#modules/cart/quote.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { MailButton, MailFacts, MailFrame, MailText } from '#modules/outbox/mail-frame.server.tsx'
import { type OurPage, ourPage } from '#modules/outbox/our-page.ts'
import { type MailTo, mailToOf, queueMail } from '#modules/outbox/queue-mail.server.ts'
import { whyNotWord } from './list-words.ts'
import type { StandingDay } from './standing-days.ts'
import type { StandingRow } from './standing-orders.server.ts'
import type { Reduced } from './what-can-come.ts'

type Fact = readonly [string, string]
type BeforeFacts = {
  delivery: string
  orderAt: string
  total: string
  lines: readonly Fact[]
  missing: readonly Fact[]
}

/** The evening before: what will be ordered, what will not, and where to skip it. */
export const BeforeMail = ({ delivery, orderAt, total, lines, missing }: BeforeFacts) => (
  <MailFrame
    preview={`${orderAt}ごろに、${lines.length}品を注文します。休むこともできます。`}
    title={`${delivery}にお届けの、自動の注文`}
  >
    <MailText>
      {lines.length > 0
        ? `${orderAt}ごろに、つぎの品を自動で注文します。よければ、何もしなくて大丈夫です。`
        : 'いまのところ、注文できる品がありません。このままなら注文せず、送料もかかりません。'}
    </MailText>
    <MailFacts facts={[['お届け', delivery], ['合計（税込・上限）', total], ...lines]} />
    {missing.length > 0 && (
      <>
        <MailText>今回は入れない品</MailText>
        <MailFacts facts={missing} />
      </>
    )}
    <MailButton href={ourPage('/restaurant/standing')}>この日を休む・内容を変える</MailButton>
    <MailText>注文したあとも、締切までは無料で変えたり取り消したりできます。</MailText>
  </MailFrame>
)

type OrderedFacts = {
  outcome: RunOutcome
  delivery: string
  number: string | null
  total: string
  lines: readonly Fact[]
  missing: readonly Fact[]
  address: OurPage
}

export const titleOfRun: Record<RunOutcome, string> = {
  ordered: '自動で注文しました',
  asked: '自動の注文が、店長の承認を待っています',
  nothing: '自動の注文は、注文しませんでした',
}

export const OrderedMail = ({ outcome, delivery, number, total, lines, missing, address }: OrderedFacts) => (
  <MailFrame preview={`${delivery}にお届けの分です。`} title={titleOfRun[outcome]}>
    <MailText>
      {outcome === 'ordered' && '締切までは、伝票の画面で、無料で変えたり取り消したりできます。'}
      {outcome === 'asked' && '合計が、あなたの注文できる上限をこえています。店長が承認すると、農園に届きます。'}
      {outcome === 'nothing' && '注文できる品がなかったので、注文していません。送料も手数料もかかりません。'}
    </MailText>
    <MailFacts
      facts={[
        ['お届け', delivery],
        ...(number
          ? ([
              ['番号', number],
              ['合計（税込・上限）', total],
            ] satisfies Fact[])
          : []),
        ...lines,
      ]}
    />
    {missing.length > 0 && (
      <>
        <MailText>入れなかった品</MailText>
        <MailFacts facts={missing} />
      </>
    )}
    <MailButton href={address}>{outcome === 'nothing' ? '自動の注文を見る' : '注文を見る'}</MailButton>
  </MailFrame>
)

export const StoppedMail = ({ list }: { list: string }) => (
  <MailFrame preview={`「${list}」の自動の注文は、いま休んでいます。`} title="自動の注文を休みにしました">
    <MailText>
      「{list}
      」の自動の注文をたのんだ人か、届け先の厨房が、いまのお店にありません。つづけるときは、画面で内容をたしかめて保存し、再開してください。
    </MailText>
    <MailButton href={ourPage('/restaurant/standing')}>自動の注文を見る</MailButton>
  </MailFrame>
)

type Figures = { quote: Quote; leftOut: readonly LeftOut[]; reduced: readonly Reduced[] }

const linesOf = ({ quote, reduced }: Figures): Fact[] =>
  quote.farms.flatMap((farm) =>
    farm.lines.map((line): Fact => {
      const fewer = reduced.find(({ productId }) => productId === line.productId)
      const said = fewer && fewer.wanted > line.qty ? `（残りが少なく、${fewer.wanted}から）` : ''
      return [`${line.name}（${farm.name}）`, `${line.qty}${line.unitLabel}${said}`]
    }),
  )
const missingOf = ({ leftOut }: Figures): Fact[] => leftOut.map(({ name, why }): Fact => [name, whyNotWord[why]])

/** To the person who set it up, the evening before. The key is the standing order and the day: sent once. */
export async function tellBefore(
  ctx: Ctx,
  row: StandingRow,
  { planned, ...figures }: Figures & { planned: Extract<StandingDay, { state: 'planned' }> },
): Promise<void> {
  const delivery = formatDay(planned.deliveryOn)
  await queueMail(ctx.db, ctx.now, {
    key: `standing:${row.id}:${planned.deliveryOn}:before`,
    template: 'standing_before',
    to: await giverOf(ctx, row),
    subject: `【畝と皿】${delivery}お届けの自動の注文（${formatMoment(planned.orderAt)}に注文します）`,
    body: createElement(BeforeMail, {
      delivery,
      orderAt: formatMoment(planned.orderAt),
      total: formatYen(figures.quote.ceilingTotalYen),
      lines: linesOf(figures),
      missing: missingOf(figures),
    }),
  })
}

/** The result, with what was left out and why. */
export async function tellOrdered(
  ctx: Ctx,
  row: StandingRow,
  {
    day,
    outcome,
    purchase,
    ...figures
  }: Figures & {
    day: JstDate
    outcome: RunOutcome
    purchase: { purchaseId: PurchaseId; number: string } | null
  },
): Promise<void> {
  await queueMail(ctx.db, ctx.now, {
    key: `standing:${row.id}:${day}:ordered`,
    template: 'standing_ordered',
    to: await giverOf(ctx, row),
    subject: `【畝と皿】${titleOfRun[outcome]}（${formatDay(day)}お届け）`,
    body: createElement(OrderedMail, {
      outcome,
      delivery: formatDay(day),
      number: purchase?.number ?? null,
      total: formatYen(figures.quote.ceilingTotalYen),
      lines: linesOf(figures),
      missing: missingOf(figures),
      address: purchase
        ? ourPage(`/restaurant/order/completed/${purchase.purchaseId}`)
        : ourPage('/restaurant/standing'),
    }),
  })
}

/** To the owners: it is paused, because there is no one in whose name it could order. */
export async function tellStopped(ctx: Ctx, row: StandingRow): Promise<void> {
  const list = await ctx.db
    .selectFrom('usual_lists')
    .select('name')
    .where('id', '=', row.list_id)
    .executeTakeFirstOrThrow()
  await tellOwners(
    ctx.db,
    ctx.now,
    { restaurantId: row.restaurant_id },
    {
      key: `standing:${row.id}:stopped:${ctx.now.getTime()}`,
      template: 'standing_stopped',
      subject: '【畝と皿】自動の注文を休みにしました',
      body: createElement(StoppedMail, { list: list.name }),
    },
  )
}

async function giverOf(ctx: Ctx, { person_id }: StandingRow): Promise<MailTo> {
  const row = await ctx.db.selectFrom('people').select('email').where('id', '=', person_id).executeTakeFirstOrThrow()
  return mailToOf({ personId: person_id, ...row })
}
