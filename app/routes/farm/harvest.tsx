import { data, redirect } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { confidences } from '#kernel/enums.ts'
import { formatDay } from '#kernel/format.ts'
import { type HarvestWindowId, type ProductId, parseId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { dayRefusalText, readDay } from '#kernel/typed-day.ts'
import { numberRefusalText, readNumber } from '#kernel/typed-number.ts'
import {
  changeHarvest,
  ownHarvests,
  promiseHarvest,
  repeatHarvest,
  withdrawHarvest,
} from '#modules/products/harvest/harvest.server.ts'
import { addLot, ownLots } from '#modules/products/harvest/lots.server.ts'
import { promiseOfOneDay } from '#modules/products/harvest/one-day.ts'
import { ownGoods } from '#modules/products/own-products.server.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { periodText } from '#modules/products/vacation/vacation.ts'
import { lotCodeOf } from '#modules/traceability/lot.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, formOf, type Problem, typedIn } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/harvest.ts'
import HarvestPage from './harvest-screen.tsx'

export const meta = () => ownMeta('収穫')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  const harvests = await ownHarvests(ctx)
  const search = new URL(request.url).searchParams
  const asked = parseId<'product'>(search.get('product'))
  const chosen = harvests.find(({ id }) => id === asked) ?? harvests[0] ?? null
  const askedDay = parseJstDate(search.get('day'))
  const today = jstDateOf(ctx.now)
  const goods = await ownGoods(ctx, 'listed')
  return {
    harvests,
    chosen,
    /** The selected day. */
    day: chosen?.days.find(({ day }) => day === askedDay) ?? null,
    /** The latest promise; one press undoes it. */
    done: chosen?.windows.find(({ id }) => id === search.get('done')) ?? null,
    lots: await ownLots(ctx),
    goods: goods.map(({ id, name }) => ({ id, name })),
    today,
    furthest: addDays(today, 180),
    todaysCode: lotCodeOf(today),
    mayPromise: can(ctx.actor, 'goods.change', { farmId }),
    mayRecord: can(ctx.actor, 'goods.harvested', { farmId }),
    formKey: crypto.randomUUID() as string,
  }
})

export const action = pageAction(async (ctx, { request }: Route.ActionArgs) => {
  const form = await formOf(request)
  const sent = typedIn(form)
  const no = (fields: Record<string, string>, summary: string, status: number) =>
    data({ problem: { fields, summary, typed: sent } satisfies Problem }, { status })
  const productId = parseId<'product'>(sent.product)
  const here = `/farmer/harvest${productId ? `?product=${productId}` : ''}`
  if (sent.intent === 'lot') {
    const read = readLot(sent, jstDateOf(ctx.now))
    if (!read.ok || !productId)
      return no(
        { ...(!read.ok && read.fields), ...(!productId && { product: '商品をえらんでください' }) },
        fieldsToMend,
        422,
      )
    const added = await addLot(ctx, { productId, ...read.lot })
    if (!added.ok) return no({ code: goodsRefusalText(added.refusal) }, goodsRefusalText(added.refusal), 409)
    return redirectWithFlash('/farmer/harvest#lots', '収穫を記録しました。')
  }
  const id = parseId<'harvestWindow'>(sent.window)
  if (sent.intent === 'withdraw' && id) {
    await withdrawHarvest(ctx, { id })
    return redirectWithFlash(here, '見こみを取り消しました。もう入っている注文は、そのままです。')
  }
  if (sent.intent === 'same' || sent.intent === 'day') {
    const day = parseJstDate(sent.day)
    if (!productId || !day) throw data(null, { status: 400 })
    const answer =
      sent.intent === 'same' ? await sameFor(ctx, productId, day, sent) : await dayFor(ctx, productId, day, sent)
    // submitted on an outdated page: nothing was typed, so the current page is shown
    if (!('id' in answer) && sent.intent === 'same' && answer.status === 409)
      return redirectWithFlash(`${here}#days`, answer.sentence)
    if (!('id' in answer)) return no({ qty: answer.sentence }, answer.sentence, answer.status)
    return answer.isNew
      ? redirect(`${here}&done=${answer.id}#days`)
      : redirectWithFlash(`${here}#days`, `${formatDay(day)}の見こみを変えました。`)
  }
  const amounts = readAmounts(sent)
  if (sent.intent === 'change' && id) {
    if (!amounts.ok) return no(amounts.fields, fieldsToMend, 422)
    const changed = await changeHarvest(ctx, { id, version: Number(sent.version), ...amounts.value })
    if (!changed.ok)
      return no(
        { mostQty: goodsRefusalText(changed.refusal, changed.detail) },
        goodsRefusalText(changed.refusal, changed.detail),
        409,
      )
    return redirectWithFlash(here, `見こみを変えました。${changed.value.promised}まで注文を受けます。`)
  }
  const today = jstDateOf(ctx.now)
  const rule = { min: today, max: addDays(today, 180) }
  const [from, to] = [readDay(sent.from ?? '', rule), readDay(sent.to || sent.from || '', rule)]
  const fields = {
    ...(!amounts.ok && amounts.fields),
    ...(!from.ok && { from: dayRefusalText(from.refusal) }),
    ...(!to.ok && { to: dayRefusalText(to.refusal) }),
    ...(from.ok && to.ok && to.value < from.value && { to: '終わりの日は、はじめの日より後にしてください' }),
    ...(!productId && { product: '商品をえらんでください' }),
  }
  if (Object.keys(fields).length > 0 || !amounts.ok || !from.ok || !to.ok || !productId)
    return no(fields, fieldsToMend, 422)
  const done = await promiseHarvest(ctx, {
    productId,
    key: sent.key ?? '',
    from: from.value,
    to: to.value,
    ...amounts.value,
  })
  if (!done.ok) {
    const sentence = goodsRefusalText(done.refusal, done.detail)
    return no({ from: sentence }, sentence, 409)
  }
  return redirectWithFlash(here, `${periodText({ from: from.value, to: to.value })}の見こみを入れました。`)
})

type DayAnswer = { id: HarvestWindowId; isNew: boolean } | { sentence: string; status: number }

async function sameFor(ctx: Ctx, productId: ProductId, day: JstDate, sent: Record<string, string>): Promise<DayAnswer> {
  const done = await repeatHarvest(ctx, { productId, day, key: sent.key ?? '' })
  return done.ok
    ? { id: done.value.id, isNew: true }
    : { sentence: goodsRefusalText(done.refusal, done.detail), status: 409 }
}

/** The number of one day: a new promise, or a change of the existing one. */
async function dayFor(ctx: Ctx, productId: ProductId, day: JstDate, sent: Record<string, string>): Promise<DayAnswer> {
  const qty = readNumber(sent.qty ?? '', { min: 1, max: 9_999 })
  if (!qty.ok) return { sentence: numberRefusalText(qty.refusal, qty.detail), status: 422 }
  const amounts = promiseOfOneDay(qty.value, sent.half === 'on', (sent.note ?? '').trim().slice(0, 100))
  const id = parseId<'harvestWindow'>(sent.window)
  if (id) {
    const changed = await changeHarvest(ctx, { id, version: Number(sent.version), ...amounts })
    return changed.ok
      ? { id, isNew: false }
      : { sentence: goodsRefusalText(changed.refusal, changed.detail), status: 409 }
  }
  const made = await promiseHarvest(ctx, { productId, key: sent.key ?? '', from: day, to: day, ...amounts })
  return made.ok
    ? { id: made.value.id, isNew: true }
    : { sentence: goodsRefusalText(made.refusal, made.detail), status: 409 }
}

function readAmounts(sent: Record<string, string>) {
  const most = readNumber(sent.mostQty ?? '', { min: 1, max: 9_999 })
  const least =
    (sent.leastQty ?? '').trim() === '' && most.ok ? most : readNumber(sent.leastQty ?? '', { min: 0, max: 9_999 })
  const confidence = confidences.find((known) => known === sent.confidence)
  const fields: Record<string, string> = {}
  if (!most.ok) fields.mostQty = numberRefusalText(most.refusal, most.detail)
  if (!least.ok) fields.leastQty = numberRefusalText(least.refusal, least.detail)
  if (most.ok && least.ok && least.value > most.value)
    fields.mostQty = `少ないときの数（${least.value}）より多くしてください`
  if (!confidence) fields.confidence = 'どのくらい確かかをえらんでください'
  if (!most.ok || !least.ok || !confidence || Object.keys(fields).length > 0) return { ok: false as const, fields }
  return {
    ok: true as const,
    value: { leastQty: least.value, mostQty: most.value, confidence, note: (sent.note ?? '').trim().slice(0, 100) },
  }
}

function readLot(sent: Record<string, string>, today: ReturnType<typeof jstDateOf>) {
  const harvestedOn = readDay(sent.harvestedOn ?? '', { min: addDays(today, -60), max: today })
  const bestBeforeOn = (sent.bestBeforeOn ?? '') === '' ? null : readDay(sent.bestBeforeOn ?? '', { min: today })
  const qty = (sent.qty ?? '').trim() === '' ? null : readNumber(sent.qty ?? '', { min: 1, max: 99_999 })
  const code = (sent.code ?? '').trim()
  const fields: Record<string, string> = {}
  if (!harvestedOn.ok) fields.harvestedOn = dayRefusalText(harvestedOn.refusal)
  if (bestBeforeOn && !bestBeforeOn.ok) fields.bestBeforeOn = dayRefusalText(bestBeforeOn.refusal)
  if (qty && !qty.ok) fields.qty = numberRefusalText(qty.refusal, qty.detail)
  if (!/^[\w-]{0,20}$/.test(code)) fields.code = '記号は、英数字とハイフンで20文字までです（例 261124-A）'
  if (!harvestedOn.ok || Object.keys(fields).length > 0) return { ok: false as const, fields }
  const lot = {
    harvestedOn: harvestedOn.value,
    bestBeforeOn: bestBeforeOn?.ok ? bestBeforeOn.value : null,
    qty: qty?.ok ? qty.value : null,
    code,
    note: (sent.note ?? '').trim().slice(0, 100),
  }
  return { ok: true as const, lot }
}

/** Offline the page stays unchanged, with everything that was typed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default HarvestPage
