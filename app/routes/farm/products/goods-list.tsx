import { data, redirect } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import type { ProductId } from '#kernel/ids.ts'
import { parseId } from '#kernel/ids.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { numberRefusalText, readNumber } from '#kernel/typed-number.ts'
import { ownLapsedGoods } from '#modules/organisations/documents/farm-papers.server.ts'
import { moveGoods } from '#modules/products/keep-products.server.ts'
import { goodsCounts, ownGoodsPage } from '#modules/products/own-products.server.ts'
import { mostYen } from '#modules/products/price-bounds.ts'
import { duplicateGoods } from '#modules/products/product-draft.server.ts'
import { goodsMoves } from '#modules/products/product-process.ts'
import { type GoodsView, goodsViews, readGoodsCursor } from '#modules/products/product-views.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import {
  changeRows,
  placeInList,
  type RowChange,
  refusedRows,
  stepStock,
} from '#modules/products/state-stock.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, formOf, type Problem, refused, typedIn } from '#web/form.ts'
import { isSentByScript, page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/goods-list.ts'
import GoodsListPage from './goods-list-screen.tsx'

export const meta = () => ownMeta('商品')

const viewOf = (request: Request): GoodsView => {
  const asked = new URL(request.url).searchParams.get('view')
  return goodsViews.find((view) => view === asked) ?? 'all'
}

/** The query of the address: which products, with which word in their name, and where this page of the list begins. */
function asked(request: Request) {
  const { searchParams } = new URL(request.url)
  const q = (searchParams.get('q') ?? '').normalize('NFKC').trim().slice(0, 40)
  return { view: viewOf(request), q, after: readGoodsCursor(searchParams.get('after')) }
}

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  const { view, q, after } = asked(request)
  const { goods, next } = await ownGoodsPage(ctx, { view, q, after })
  return {
    farmId,
    view,
    q,
    bulk: new URL(request.url).searchParams.has('bulk'),
    goods,
    next,
    isFirst: after === null,
    counts: await goodsCounts(ctx),
    lapsed: goods.some((it) => it.lapsed.length > 0) ? await ownLapsedGoods(ctx) : [],
    mayChange: can(ctx.actor, 'goods.change', { farmId }),
    formKey: crypto.randomUUID() as string,
  }
})

/** Offline the page stays unchanged, with everything that was typed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export const action = pageAction(async (ctx, { request }: Route.ActionArgs) => {
  const form = await formOf(request)
  const sent = typedIn(form)
  const here = placeOfList(request)
  if (sent.intent === 'bulk') return saveBulk(ctx, form)
  const id = parseId<'product'>(sent.id)
  if (!id) throw data(null, { status: 400 })
  if (sent.intent === 'duplicate') {
    const copy = await duplicateGoods(ctx, { id, key: crypto.randomUUID() })
    if (!copy.ok) return redirectWithFlash(here, goodsRefusalText(copy.refusal))
    return redirect(`/farmer/products/edit/${copy.value.id}?step=price`)
  }
  if (sent.intent === 'place') {
    const among = (await ownGoodsPage(ctx, asked(request))).goods.map((goods) => goods.id)
    await placeInList(ctx, { id, by: sent.by === 'first' ? 'first' : sent.by === '1' ? 1 : -1, among })
    return redirect(`${here}#goods-${id}`)
  }
  if (sent.intent === 'move') {
    const move = goodsMoves.find((known) => known === sent.move)
    if (!move) throw data(null, { status: 400 })
    const moved = await moveGoods(ctx, { id, move })
    if (!moved.ok) return refused(goodsRefusalText(moved.refusal), form, 'move')
    return backTo(request, `${here}#goods-${id}`)
  }
  return saveStock(ctx, { id, form, request, back: `${here}#goods-${id}` })
})

/** The list as it was when the form was sent. */
function placeOfList(request: Request): string {
  const { searchParams } = new URL(request.url)
  const kept = new URLSearchParams()
  for (const name of ['view', 'q', 'after']) if (searchParams.get(name)) kept.set(name, searchParams.get(name) ?? '')
  return kept.size > 0 ? `/farmer/products/List?${kept}` : '/farmer/products/List'
}

type Saving = { id: ProductId; form: FormData; request: Request; back: string }

/** With script the page stays where it is; without it the browser returns to the row. */
const backTo = (request: Request, address: string) =>
  isSentByScript(request) ? data({ done: true }) : redirect(address)

/** A press on − or ＋ is relative, so that a concurrent order counts; a typed number is absolute. */
async function saveStock(ctx: Parameters<typeof stepStock>[0], { id, form, request, back }: Saving) {
  const sent = typedIn(form)
  const seen = parseWholeNumber(sent.seen)
  const read = readNumber(sent['typed' in sent ? 'stock-typed' : 'stock'] ?? '', { min: 0, max: 9_999 })
  if (seen === null) throw data(null, { status: 400 })
  if (!read.ok) return refused(numberRefusalText(read.refusal, read.detail), form, 'stock', 422)
  const key = sent.key ?? ''
  if ('typed' in sent) {
    const done = await changeRows(ctx, { key, rows: [{ id, stock: { to: read.value, seen } }] })
    if (!done.ok) return refused(goodsRefusalText(done.refusal, done.detail), form, 'stock')
  } else {
    const done = await stepStock(ctx, { id, by: read.value - seen, key: `${key}-${read.value}` })
    if (!done.ok) return refused(goodsRefusalText(done.refusal, done.detail), form, 'stock')
  }
  return backTo(request, back)
}

/** Prices and stocks of the whole list in one submission, all or nothing. */
async function saveBulk(ctx: Parameters<typeof changeRows>[0], form: FormData) {
  const typed = typedIn(form)
  const fields: Record<string, string> = {}
  const rows: RowChange[] = []
  for (const name of Object.keys(typed)) {
    const id = name.startsWith('price.') ? parseId<'product'>(name.slice(6)) : null
    if (!id) continue
    const price = readNumber(typed[name] ?? '', { min: 1, max: mostYen })
    const seen = parseWholeNumber(typed[`seen.${id}`])
    const stock = seen === null ? null : readNumber(typed[`stock.${id}`] ?? '', { min: 0, max: 9_999 })
    if (!price.ok) fields[name] = numberRefusalText(price.refusal, price.detail)
    if (stock && !stock.ok) fields[`stock.${id}`] = numberRefusalText(stock.refusal, stock.detail)
    if (price.ok && (!stock || stock.ok))
      rows.push({ id, priceYen: price.value, ...(stock?.ok && seen !== null && { stock: { to: stock.value, seen } }) })
  }
  const no = (status: number): ReturnType<typeof data<{ problem: Problem }>> =>
    data({ problem: { fields, summary: fieldsToMend, typed } }, { status })
  if (Object.keys(fields).length > 0) return no(422)
  const done = await changeRows(ctx, { key: typed.key ?? '', rows })
  if (done.ok)
    return redirectWithFlash(
      '/farmer/products/List',
      done.value.changed > 0 ? `${done.value.changed}品を変えました。` : '変わったところはありませんでした。',
    )
  const rowsRefused = refusedRows(done.detail)
  if (rowsRefused.length === 0) return refused(goodsRefusalText(done.refusal), form)
  for (const row of rowsRefused) fields[`${row.field}.${row.id}`] = goodsRefusalText(row.refusal, { now: row.now ?? 0 })
  return no(409)
}

export default GoodsListPage
