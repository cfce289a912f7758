import { formatDay, formatYen } from '#kernel/format.ts'
import type { IssuedDocumentId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { type Yen, yen, zeroYen } from '#kernel/yen.ts'
import { payerNameKey } from '#modules/banking/payer-name.ts'
import { numberKey, type OpenInvoice, type Payers } from './payers.ts'

export type DepositNature = 'deposit' | 'withdrawal' | 'correction' | 'cancellation' | 'returned'

export type Deposit = {
  yen: Yen
  /** The day from which the bank counts it. */
  valueOn: JstDate
  unclearedYen: Yen
  payerKana: string
  text: string
  virtualAccount: string | null
  edi: string
  nature: DepositNature
}

/** How one deposit is used: what it pays, what of that is a fee of the bank, and what is left as credit. */
export type MatchPlan = {
  restaurantId: RestaurantId
  pays: { documentId: IssuedDocumentId; number: string; yen: Yen }[]
  feeYen: Yen
  /** Earlier credit of the restaurant that is used with it. */
  usedCreditYen: Yen
  /** What it becomes credit with. */
  creditYen: Yen
  reason: string
}

/** `automatic`: nobody has to look at it. Otherwise staff choose, with a proposal or without. */
export type Matching = { automatic: MatchPlan | null; proposals: MatchPlan[]; reason: string }

/** What a bank deducts from a transfer in Japan, with tax. */
export const bankFees: readonly number[] = [110, 220, 330, 440, 550, 660, 880]

/** 組戻し and the like: our own transfer that came back. Never a payment of a buyer. */
const returnWords = /組戻|クミモドシ|振込返却|資金返却|フリコミヘンキヤク|シキンヘンキヤク/

export const isOwnReturn = (row: { payerKana: string; text: string }, holderKana: string): boolean =>
  returnWords.test(`${row.payerKana} ${row.text}`.normalize('NFKC')) ||
  (payerNameKey(row.payerKana) !== '' && payerNameKey(row.payerKana) === payerNameKey(holderKana))

/**
 * Which invoices a deposit pays. It is matched without a person only if the payer is known by virtual account, by the number
 * of an invoice, or by a name that belongs to one restaurant alone, and if exactly one choice of that restaurant's invoices
 * fits the amount. The amount alone never suffices, of two choices that fit equally none is taken, and none that was not closed
 * on the day of the deposit.
 */
export function matchDeposit(deposit: Deposit, payers: Payers, booksBankFees: boolean): Matching {
  const blocked = whyNever(deposit)
  if (blocked) return byHand([], blocked)
  const payer = payerOf(deposit, payers)
  const found = payer.restaurants.flatMap((restaurantId) => fitting(deposit, restaurantId, payer, payers))
  const [only] = found
  const plans = found.map(({ plan }) => plan)
  if (!only) return byHand(byAmountAlone(deposit, payers), payer.reason)
  if (payer.doubt) return byHand(plans, payer.doubt)
  if (found.length > 1)
    return byHand(plans, `${payer.reason}金額の合う請求書の組み合わせが${found.length}通りあります。`)
  if (deposit.unclearedYen > 0)
    return byHand(plans, `他店券${formatYen(deposit.unclearedYen)}を含むため、資金化を確認してから消し込んでください。`)
  if (!only.certain) return byHand(plans, only.plan.reason)
  const later = laterThan(deposit, only.plan, payers)
  if (later) return byHand(plans, later)
  if (only.plan.feeYen > 0 && !booksBankFees)
    return { automatic: withoutFee(only.plan), proposals: [], reason: only.plan.reason }
  return { automatic: only.plan, proposals: [], reason: only.plan.reason }
}

/** An invoice that was not closed when the money came in is not what the payer meant, although the amounts agree. */
function laterThan({ valueOn }: Deposit, { restaurantId, pays }: MatchPlan, payers: Payers): string | null {
  const numbers = new Set(pays.map(({ number }) => number))
  const later = payers.invoices.get(restaurantId)?.find((it) => numbers.has(it.number) && it.closedOn > valueOn)
  if (!later) return null
  return `入金日（${formatDay(valueOn)}）が、${later.number}の締め日（${formatDay(later.closedOn)}）より前です。他の請求への入金でないか、確認してください。`
}

const byHand = (proposals: MatchPlan[], reason: string): Matching => ({ automatic: null, proposals, reason })

/** Where fees are not ours, what was deducted stays open at the end of the last invoices. */
export function withoutFee(plan: MatchPlan): MatchPlan {
  let left: number = plan.feeYen
  const pays = plan.pays
    .toReversed()
    .map((paid) => {
      const part = Math.min(left, Math.max(paid.yen, 0))
      left -= part
      return { ...paid, yen: yen(paid.yen - part) }
    })
    .filter((paid) => paid.yen !== 0)
    .toReversed()
  return { ...plan, pays, feeYen: zeroYen, reason: `${plan.reason}差額は請求書に残ります。` }
}

function whyNever({ nature, yen }: Deposit): string | null {
  switch (nature) {
    case 'returned':
      return '当社からの振込の組戻しです。飲食店の入金としては消し込めません。'
    case 'correction':
      return '銀行による訂正です。元の取引と照合してください。'
    case 'cancellation':
      return '入金の取消です。元の入金と相殺してください。'
    case 'withdrawal':
      return '出金です。'
    case 'deposit':
      return yen > 0 ? null : '出金です。'
  }
}

type Payer = {
  restaurants: readonly RestaurantId[]
  /** Known by what only this payer writes: the virtual account, or the number of an invoice. */
  sure: boolean
  invoice: OpenInvoice | null
  reason: string
  /** Why a person has to look, although a payer was found. */
  doubt: string | null
}

function payerOf({ virtualAccount, edi, text, payerKana }: Deposit, payers: Payers): Payer {
  const ofAccount = virtualAccount === null ? undefined : payers.byVirtualAccount.get(virtualAccount)
  const invoice = payers.byNumber.get(numberKey(edi)) ?? payers.byNumber.get(numberKey(text)) ?? null
  if (ofAccount) {
    const other = invoice !== null && invoice.restaurantId !== ofAccount
    return {
      restaurants: other && invoice ? [ofAccount, invoice.restaurantId] : [ofAccount],
      sure: true,
      invoice: other ? null : invoice,
      reason: `バーチャル口座${accountWord(virtualAccount)}の飲食店です。`,
      doubt: other ? `バーチャル口座とEDI情報（${invoice?.number}）が、異なる飲食店を示しています。` : null,
    }
  }
  const unknown =
    virtualAccount === null
      ? null
      : `バーチャル口座${accountWord(virtualAccount)}は、どの飲食店にも割り当てられていません。`
  if (invoice)
    return {
      restaurants: [invoice.restaurantId],
      sure: true,
      invoice,
      reason: `EDI情報の請求書番号${invoice.number}と一致します。`,
      doubt: unknown,
    }
  const named = payers.byName.get(payerNameKey(payerKana)) ?? []
  const reason =
    named.length === 0
      ? `振込名義「${payerKana}」と一致する飲食店がありません。`
      : `振込名義「${payerKana}」と一致します。`
  const several = named.length > 1 ? `振込名義「${payerKana}」は、${named.length}軒の飲食店と一致します。` : null
  return { restaurants: named, sure: false, invoice: null, reason: unknown ?? reason, doubt: unknown ?? several }
}

const accountWord = (account: string | null) => (account ? `${account.slice(0, 3)}-${account.slice(3)}` : '')

type Fitting = { plan: MatchPlan; certain: boolean }

/** The choices of a restaurant's invoices that fit; the first kind that fits at all counts. */
function fitting(deposit: Deposit, restaurantId: RestaurantId, payer: Payer, payers: Payers): Fitting[] {
  const open = payers.invoices.get(restaurantId) ?? []
  const credit = payers.credits.get(restaurantId) ?? zeroYen
  const plan = (invoices: readonly OpenInvoice[], more: Partial<MatchPlan>, why: string): MatchPlan => ({
    restaurantId,
    pays: invoices.map(({ documentId, number, unpaidYen }) => ({ documentId, number, yen: unpaidYen })),
    feeYen: zeroYen,
    usedCreditYen: zeroYen,
    creditYen: zeroYen,
    ...more,
    reason: `${payer.reason}${why}`,
  })
  const numbers = (invoices: readonly OpenInvoice[]) => invoices.map(({ number }) => number).join('・')
  if (open.length === 0)
    return [
      {
        plan: plan([], { creditYen: deposit.yen }, '未払いの請求書がないため、次回の請求に充当します。'),
        certain: false,
      },
    ]

  // a number that the payer wrote chooses its invoice among others of the same amount
  const named = payer.invoice
  const choices = named && isNear(named.unpaidYen, deposit.yen) ? [[named]] : subsetsOf(open)
  const exact = choices.filter((invoices) => totalOf(invoices) === deposit.yen)
  if (exact.length > 0)
    return exact.map((invoices) => ({
      plan: plan(invoices, {}, `${numbers(invoices)}の${invoices.length > 1 ? '合計' : '金額'}と一致します。`),
      certain: true,
    }))
  const withCredit = choices.filter((invoices) => credit > 0 && totalOf(invoices) === deposit.yen + credit)
  if (withCredit.length > 0)
    return withCredit.map((invoices) => ({
      plan: plan(
        invoices,
        { usedCreditYen: credit },
        `${numbers(invoices)}の金額は、過入金${formatYen(credit)}を充当した額と一致します。`,
      ),
      certain: true,
    }))
  // among many combinations one less a fee fits by chance: only an invoice alone, and all together, count
  const short = choices.filter(
    (invoices) =>
      (invoices.length === 1 || invoices.length === open.length) && bankFees.includes(totalOf(invoices) - deposit.yen),
  )
  if (short.length > 0)
    return short.map((invoices) => {
      const feeYen = yen(totalOf(invoices) - deposit.yen)
      return {
        plan: plan(
          invoices,
          { feeYen },
          `${numbers(invoices)}の金額から、振込手数料${formatYen(feeYen)}を差し引いた額と一致します。`,
        ),
        certain: true,
      }
    })
  return [partOrMore(deposit, named && deposit.yen < named.unpaidYen ? [named] : open, plan, payer.sure)]
}

type MakePlan = (invoices: readonly OpenInvoice[], more: Partial<MatchPlan>, why: string) => MatchPlan

/** Less than is owed pays the oldest first; more leaves credit. Certain only where there is nothing to choose. */
function partOrMore({ yen: paid }: Deposit, open: readonly OpenInvoice[], plan: MakePlan, sure: boolean): Fitting {
  const owed = totalOf(open)
  if (paid > owed) {
    const creditYen = yen(paid - owed)
    const why = `未払いの合計${formatYen(owed)}を${formatYen(creditYen)}上回ります。差額は次回の請求に充当します。`
    return { plan: plan(open, { creditYen }, why), certain: sure }
  }
  let left: number = paid
  const pays = open.flatMap(({ documentId, number, unpaidYen }) => {
    const part = Math.min(left, unpaidYen)
    left -= part
    return part !== 0 ? [{ documentId, number, yen: yen(part) }] : []
  })
  return {
    plan: plan([], { pays }, `未払いの合計${formatYen(owed)}に対する一部の入金です。期日の早い請求書から充当します。`),
    certain: sure && open.length === 1,
  }
}

/** The payer is unknown: invoices of any restaurant with this amount, or this amount and a fee. Never automatic. */
function byAmountAlone(deposit: Deposit, payers: Payers): MatchPlan[] {
  const plans = [0, ...bankFees].flatMap((fee) =>
    [...(payers.byAmount.get(deposit.yen + fee) ?? noInvoices).values().take(mostProposals)].map(
      (invoice): MatchPlan => {
        const { restaurantId, documentId, number, unpaidYen } = invoice
        return {
          restaurantId,
          pays: [{ documentId, number, yen: unpaidYen }],
          feeYen: yen(fee),
          usedCreditYen: zeroYen,
          creditYen: zeroYen,
          reason: `${number}と金額のみ一致します${fee > 0 ? `（振込手数料${formatYen(fee)}を差し引いた額）` : ''}。振込名義を確認してください。`,
        }
      },
    ),
  )
  return plans.slice(0, mostProposals)
}

const mostProposals = 5
const noInvoices: ReadonlyMap<IssuedDocumentId, OpenInvoice> = new Map()

/** Of so many open invoices every combination is tried; of more, each alone, and all together. */
const mostCombined = 10

function subsetsOf(open: readonly OpenInvoice[]): OpenInvoice[][] {
  if (open.length > mostCombined) return [...open.map((invoice) => [invoice]), [...open]]
  let subsets: OpenInvoice[][] = [[]]
  for (const invoice of open) subsets = [...subsets, ...subsets.map((subset) => [...subset, invoice])]
  return subsets.filter((subset) => subset.length > 0)
}

const totalOf = (invoices: readonly OpenInvoice[]) => invoices.reduce((sum, { unpaidYen }) => sum + unpaidYen, 0)
const isNear = (owed: number, paid: number) => owed === paid || bankFees.includes(owed - paid)
