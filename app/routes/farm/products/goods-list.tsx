import { data, redirect } from 'react-router'
import { z } from 'zod'
import { requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { type ProductId, parseId } from '#kernel/ids.ts'
import { ownLapsedGoods } from '#modules/organisations/documents/farm-papers.server.ts'
import { ownFactGraces } from '#modules/products/food-labelling.server.ts'
import { moveGoods } from '#modules/products/keep-products.server.ts'
import { goodsCounts, ownGoodsPage } from '#modules/products/own-products.server.ts'
import { duplicateGoods } from '#modules/products/product-draft.server.ts'
import { type GoodsView, goodsViews, readGoodsCursor } from '#modules/products/product-views.ts'
import { type GoodsRefusal, goodsRefusalText } from '#modules/products/refusal-text.ts'
import { changeRows, placeInList, refusedRows, stepStock } from '#modules/products/state-stock.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, invalid, refused, shownAgain } from '#web/form.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { copyOf, readForm } from '#web/read-form.server.ts'
import { isSentByScript } from '#web/sent-by-script.ts'
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
    graces: await ownFactGraces(ctx),
    mayChange: can(ctx.actor, 'goods.change', { farmId }),
    formKey: crypto.randomUUID() as string,
  }
})

/** Offline the page stays unchanged, with everything that was typed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export const action = pageAction(
  jobs({
    bulk: saveBulk,
    stock: saveStock,
    duplicate: job(duplicateGoods, {
      // every press makes another copy
      fields: () => ({ key: crypto.randomUUID() }),
      done: ({ id }) => redirect(`/farmer/products/edit/${id}?step=price`),
    }),
    place: job(placeInList, {
      fields: async ({ request }: Args, ctx) => {
        const { goods } = await ownGoodsPage(ctx, asked(request))
        return Object.fromEntries(goods.map(({ id }, index) => [`among[${index}]`, id]))
      },
      done: (_, { id }, __, { request }) => redirect(rowInList(request, id)),
    }),
    moveMany,
    move: job(moveGoods, { done: (_, { id }, __, { request }: Args) => backTo(request, id) }),
  }),
)

type Args = Route.ActionArgs

/** The list as it was when the form was sent. */
function placeOfList(request: Request): string {
  const { searchParams } = new URL(request.url)
  const kept = new URLSearchParams()
  for (const name of ['view', 'q', 'after']) if (searchParams.get(name)) kept.set(name, searchParams.get(name) ?? '')
  return kept.size > 0 ? `/farmer/products/List?${kept}` : '/farmer/products/List'
}

const rowInList = (request: Request, id: ProductId) => `${placeOfList(request)}#goods-${id}`

/** With script the page stays where it is; without it the browser returns to the row. */
const backTo = (request: Request, id: ProductId) =>
  isSentByScript(request) ? data({ done: true }) : redirect(rowInList(request, id))

const row = changeRows.declaration.input.rows.element
const { to: stock, seen } = row.shape.stock.unwrap().shape
const Stated = z.object({ id: row.shape.id, stock, seen: seen.unwrap(), key: z.string() })

/** A press on − or ＋ is relative, so that a concurrent order counts; a typed number is absolute. */
async function saveStock(ctx: Ctx, form: FormData, { request }: Args) {
  const isTyped = form.has('typed')
  const said = copyOf(form)
  if (isTyped) said.set('stock', form.get('stock-typed') ?? '')
  const asked = readForm(Stated, said, form)
  if (!asked.ok) return invalid(asked.problem)
  const { id, stock, seen, key } = asked.value
  const done = isTyped
    ? await changeRows(ctx, { key, rows: [{ id, stock: { to: stock, seen } }] })
    : await stepStock(ctx, { id, by: stock - seen, key: `${key}-${stock}` })
  return done.ok ? backTo(request, id) : refused(goodsRefusalText(done.refusal, done.detail), form, 'stock')
}

/** In this form no price may be left empty. */
const Bulk = z.object({ key: z.string(), rows: z.array(row.extend({ priceYen: row.shape.priceYen.unwrap() })) })

/** Prices and stocks of the whole list in one submission, all or nothing. */
async function saveBulk(ctx: Ctx, form: FormData) {
  const asked = readForm(Bulk, form)
  if (!asked.ok) return invalid(asked.problem)
  const done = await changeRows(ctx, asked.value)
  if (done.ok)
    return redirectWithFlash(
      '/farmer/products/List',
      done.value.changed > 0 ? `${done.value.changed}点を変更しました。` : '変更点はありませんでした。',
    )
  const wrong = refusedRows(done.detail)
  if (wrong.length === 0) return refused(goodsRefusalText(done.refusal), form)
  const fields = Object.fromEntries(
    wrong.map(({ id, field, refusal, now = 0 }) => [
      `rows[${asked.value.rows.findIndex((row) => row.id === id)}].${field}.to`,
      goodsRefusalText(refusal, { now }),
    ]),
  )
  return invalid({ fields, summary: fieldsToMend, typed: shownAgain(form) }, 409)
}

const Selected = z.object({ move: moveGoods.declaration.input.move })

/** Each selected product by itself: those that cannot be moved stay, and the reason of the first is told. */
async function moveMany(ctx: Ctx, form: FormData, { request }: Args) {
  const asked = readForm(Selected, form)
  if (!asked.ok) return invalid(asked.problem)
  const ids = form.getAll('row').flatMap((id) => parseId<'product'>(id) ?? [])
  const refusals: GoodsRefusal[] = []
  for (const id of ids) {
    const moved = await moveGoods(ctx, { id, move: asked.value.move })
    if (!moved.ok) refusals.push(moved.refusal)
  }
  const [first] = refusals
  return redirectWithFlash(
    placeOfList(request),
    first
      ? `${ids.length - refusals.length}点を変更しました。${refusals.length}点は変更できません。${goodsRefusalText(first)}`
      : `${ids.length}点の販売状態を変更しました。`,
  )
}

export default GoodsListPage
