import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { type LeftOut, type RunOutcome, runOutcomes } from '#kernel/enums.ts'
import { formatDay, formatMoment, formatYen } from '#kernel/format.ts'
import type { PurchaseId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Quote } from '#modules/cart/quote.ts'
import { type Fact, facts, notificationKind, page } from '#modules/notifications/notification-kind.ts'
import { type MailTo, mailToOf, notify } from '#modules/notifications/notify.server.ts'
import { ourPage } from '#modules/notifications/our-page.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { blockerLabel } from './list-labels.ts'
import type { StandingDay } from './standing-days.ts'
import type { StandingRow } from './standing-orders.server.ts'
import type { Reduced } from './what-can-come.ts'

const standingPage = ourPage('/restaurant/standing')

/** The evening before: what will be ordered, what not, and where to leave it out. */
const standingBefore = notificationKind('standing_before', {
  about: 'standing',
  data: z.object({ delivery: z.string(), orderAt: z.string(), total: z.string(), lines: facts, missing: facts }),
  message: ({ delivery, orderAt, total, lines, missing }) => ({
    title: `${delivery}お届けの自動注文（${orderAt}に注文します）`,
    heading: `${delivery}にお届けの自動注文`,
    summary: `${orderAt}ごろに、${lines.length}点を注文します。この日は注文しないこともできます。`,
    parts: [
      {
        text:
          lines.length > 0
            ? `${orderAt}ごろに、次の商品を自動で注文します。この内容でよろしければ、操作は不要です。`
            : '現在、注文できる商品がありません。このままの場合は注文されず、送料もかかりません。',
      },
      { facts: [['お届け', delivery], ['合計（税込・上限）', total], ...lines] },
      missing.length > 0 && { text: '今回は含まれない商品' },
      missing.length > 0 && { facts: missing },
      { button: 'この日は注文しない・内容を変更', to: standingPage },
      { text: '注文後も、締切までは無料で変更・キャンセルできます。' },
    ],
  }),
  sample: {
    delivery: '11月27日(金)',
    orderAt: '11/25 21:00',
    total: '18,420円',
    lines: [
      ['大玉トマト 桃太郎（佐藤農園）', '2箱'],
      ['小松菜（ひだまり農場）', '6束（在庫が少ないため、8から変更）'],
    ],
    missing: [['空心菜', '旬ではありません']],
  },
})

export const titleOfRun: Record<RunOutcome, string> = {
  ordered: '自動で注文しました',
  asked: '自動注文が、店長の承認待ちです',
  nothing: '自動注文は行われませんでした',
  refused: '自動注文を行えませんでした',
}

const adviceOfRun: Record<RunOutcome, string> = {
  ordered: '締切までは、伝票の画面で、無料で変更・キャンセルできます。',
  asked: '合計が、注文できる上限を超えています。店長が承認すると、農園に注文が送信されます。',
  nothing: '注文できる商品がなかったため、注文していません。送料も手数料もかかりません。',
  refused: 'まだ注文していません。必要な商品は、かごから注文してください。',
}

const standingOrdered = notificationKind('standing_ordered', {
  about: 'standing',
  tradeRecord: true,
  data: z.object({
    outcome: z.enum(runOutcomes),
    delivery: z.string(),
    number: z.string().nullable(),
    total: z.string(),
    lines: facts,
    missing: facts,
    address: page,
    /** Why it was refused. */
    why: z.string().optional(),
  }),
  message: ({ outcome, delivery, number, total, lines, missing, address, why }) => ({
    title: `${titleOfRun[outcome]}（${delivery}お届け）`,
    heading: titleOfRun[outcome],
    summary: `${delivery}お届け分です。`,
    parts: [
      why !== undefined && { text: why },
      { text: adviceOfRun[outcome] },
      {
        facts: [
          ['お届け', delivery],
          ...(number
            ? ([
                ['番号', number],
                ['合計（税込・上限）', total],
              ] as const)
            : []),
          ...lines,
        ],
      },
      missing.length > 0 && { text: '含まれなかった商品' },
      missing.length > 0 && { facts: missing },
      { button: number === null ? '自動注文を確認' : '注文を見る', to: address },
    ],
  }),
  sample: {
    outcome: 'ordered',
    delivery: '11月27日(金)',
    number: '261125-00042',
    total: '18,420円',
    lines: [['大玉トマト 桃太郎（佐藤農園）', '2箱']],
    missing: [['空心菜', '旬ではありません']],
    address: standingPage,
  },
})

const standingStopped = notificationKind('standing_stopped', {
  about: 'standing',
  data: z.object({ list: z.string() }),
  message: ({ list }) => ({
    title: '自動注文を停止しました',
    summary: `「${list}」の自動注文は、現在停止しています。`,
    parts: [
      {
        text: `「${list}」の自動注文を設定した担当者、またはお届け先の店舗が、現在この飲食店に登録されていません。続ける場合は、画面で内容を確認して保存し、再開してください。`,
      },
      { button: '自動注文を確認', to: standingPage },
    ],
  }),
  sample: { list: '金曜の定番' },
})

export const standingKinds = [standingBefore, standingOrdered, standingStopped] as const

type Figures = { quote: Quote; leftOut: readonly LeftOut[]; reduced: readonly Reduced[] }

const linesOf = ({ quote, reduced }: Figures): Fact[] =>
  quote.farms.flatMap((farm) =>
    farm.lines.map((line): Fact => {
      const fewer = reduced.find(({ productId }) => productId === line.productId)
      const said = fewer && fewer.wanted > line.qty ? `（在庫が少ないため、${fewer.wanted}から変更）` : ''
      return [`${line.name}（${farm.name}）`, `${line.qty}${line.unitLabel}${said}`]
    }),
  )
const missingOf = ({ leftOut }: Figures): Fact[] => leftOut.map(({ name, why }): Fact => [name, blockerLabel[why]])

/** To the person who set it up, the evening before. The key is the standing order and the day: sent once. */
export async function tellBefore(
  ctx: Ctx,
  row: StandingRow,
  { planned, ...figures }: Figures & { planned: Extract<StandingDay, { state: 'planned' }> },
): Promise<void> {
  await notify(ctx.db, ctx.now, {
    key: `standing:${row.id}:${planned.deliveryOn}:before`,
    kind: standingBefore,
    to: await giverOf(ctx, row),
    data: {
      delivery: formatDay(planned.deliveryOn),
      orderAt: formatMoment(planned.orderAt),
      total: formatYen(figures.quote.ceilingTotalYen),
      lines: linesOf(figures),
      missing: missingOf(figures),
    },
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
    why,
    ...figures
  }: Figures & {
    day: JstDate
    outcome: RunOutcome
    purchase: { purchaseId: PurchaseId; number: string } | null
    why?: string
  },
): Promise<void> {
  await notify(ctx.db, ctx.now, {
    key: `standing:${row.id}:${day}:ordered`,
    kind: standingOrdered,
    to: await giverOf(ctx, row),
    data: {
      outcome,
      delivery: formatDay(day),
      number: purchase?.number ?? null,
      total: formatYen(figures.quote.ceilingTotalYen),
      lines: linesOf(figures),
      missing: missingOf(figures),
      address: purchase ? ourPage(`/restaurant/order/completed/${purchase.purchaseId}`) : standingPage,
      ...(why !== undefined && { why }),
    },
  })
}

/** To the owners: it is paused, because there is no one in whose name it could order. */
export async function tellStopped(ctx: Ctx, row: StandingRow): Promise<void> {
  const list = await ctx.db
    .selectFrom('shoppingLists')
    .select('name')
    .where('id', '=', row.listId)
    .executeTakeFirstOrThrow()
  await tellOwners(
    ctx.db,
    ctx.now,
    { restaurantId: row.restaurantId },
    {
      key: `standing:${row.id}:stopped:${ctx.now.getTime()}`,
      kind: standingStopped,
      data: { list: list.name },
    },
  )
}

async function giverOf(ctx: Ctx, { personId }: StandingRow): Promise<MailTo> {
  const row = await ctx.db.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirstOrThrow()
  return mailToOf({ personId: personId, ...row })
}
