import { data, redirect } from 'react-router'
import { z } from 'zod'
import { requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { categories } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { type ProductId, parseId } from '#kernel/ids.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import { ownLapsedGoods } from '#modules/organisations/documents/farm-papers.server.ts'
import { resolveTaxPercent } from '#modules/pricing/tax/consumption-tax.ts'
import { taxRates } from '#modules/pricing/tax/tax-rates.server.ts'
import { askedFacts } from '#modules/products/asked-facts.ts'
import { drawingOf } from '#modules/products/catalog/drawing-of.ts'
import { methodsOf } from '#modules/products/catalog/farm-methods.server.ts'
import { farmShipping } from '#modules/products/farm-shipping.server.ts'
import { findProduce, produceNames } from '#modules/products/find-produce.ts'
import { ownOrigin } from '#modules/products/food-labelling.server.ts'
import { publishDraft, saveGoods } from '#modules/products/keep-products.server.ts'
import { type OneOfOwnGoods, oneOfOwnGoods } from '#modules/products/own-products.server.ts'
import { farmTerms, freightPreview, priceBand } from '#modules/products/price-band.server.ts'
import { furthestPriceDays } from '#modules/products/prices/price-change.ts'
import { plannedPrices, planPrice, withdrawPrice } from '#modules/products/prices/price-changes.server.ts'
import { fieldsOfStep, type ProductValues, stepOfField, textsOf } from '#modules/products/product.ts'
import { ownDraft, ownDrafts, removeGoodsDraft, saveGoodsDraft } from '#modules/products/product-draft.server.ts'
import { type GoodsStep, goodsStepWord, isGoodsStep, stepAfter } from '#modules/products/product-fields.ts'
import { readGoods } from '#modules/products/read-products.ts'
import { type GoodsRefusal, goodsRefusalText, sentencesIn } from '#modules/products/refusal-text.ts'
import { usualText, withSuggestions } from '#modules/products/suggest.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, invalid, type Problem, typedIn } from '#web/form.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { readForm } from '#web/read-form.server.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/goods-edit.ts'
import GoodsEditPage from './goods-edit-screen.tsx'
import { productIn, textsIn } from './goods-form.server.ts'
import { addressOf } from './goods-step-address.ts'

export const meta = () => ownMeta('商品を修正する')

/** Without an id: a new draft. With one: a draft, or a product of the catalogue. */
export const loader = page(async (ctx, { params, request }: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  if (!can(ctx.actor, 'goods.change', { farmId })) throw data(null, { status: 403 })
  if (!params.id) return { kind: 'drafts' as const, drafts: await ownDrafts(ctx) }
  const id = parseId<'product'>(params.id)
  if (!id) throw new NotFound('product')
  const asked = new URL(request.url).searchParams
  const named = asked.get('step')
  const step: GoodsStep = isGoodsStep(named) ? named : 'photos'
  return { kind: 'one' as const, step, ...(await oneThing(ctx, id, asked.has('new'))) }
})

/** A draft, new or stored, or a product of the catalogue, with everything that the five questions show. */
async function oneThing(ctx: Ctx, id: ProductId, isNew: boolean) {
  const draft = await ownDraft(ctx, id)
  const goods = draft || isNew ? null : await oneOfOwnGoods(ctx, id)
  const terms = await farmTerms(ctx)
  const region = regionOf(terms.prefectureCode)
  const values = draft?.values ?? goods?.values ?? {}
  const shown = withSuggestions(values, region)
  const item = findProduce(values.item ?? '')
  const rates = await taxRates(ctx)
  const today = jstDateOf(ctx.now)
  const farmId = requireFarm(ctx.actor).farmId
  return {
    id,
    goods: goods && { ...stateOf(goods), lapsed: await lapsedWords(ctx, goods) },
    isDraft: goods === null,
    version: draft?.version ?? goods?.version ?? 0,
    typed: textsOf(shown),
    photos: draft?.photos ?? goods?.photos ?? [],
    chosen: draft?.audience === 'chosen' ? draft.chosen.map((shop) => shop.name) : null,
    past: goods?.past ?? [],
    names: produceNames,
    labelling: askedFacts(shown, await ownOrigin(ctx), today),
    usual: goods ? null : usualText(values, region),
    band: await priceBand(ctx, item),
    freight: {
      commissionBp: terms.commissionBp,
      freeFromYen: terms.freeFreightFromYen,
      ...(await freightPreview(ctx, null)),
    },
    weekdays: (await farmShipping(ctx)).shipWeekdays,
    picture: goods?.picture ?? draft?.photos[0]?.name ?? drawingOf({ item, category: categoryIn(shown) }),
    farm: {
      id: farmId,
      name: terms.name,
      crest: terms.crest,
      place: terms.place,
      prefectureCode: terms.prefectureCode,
    },
    percents: { food: resolveTaxPercent(rates, 'food', today), standard: resolveTaxPercent(rates, 'standard', today) },
    formKey: crypto.randomUUID() as string,
    planned: goods ? await plannedPrices(ctx, id) : [],
    tomorrow: addDays(today, 1),
    furthest: addDays(today, furthestPriceDays),
  }
}

const stateOf = ({ name, status, review, reviewNote, heldReason }: OneOfOwnGoods) => ({
  name,
  status,
  review,
  reviewNote,
  heldReason,
})

/** The kinds of products for which selling is not permitted now: 「漬物」; empty if it is permitted. */
const lapsedWords = async (ctx: Ctx, goods: OneOfOwnGoods): Promise<string> =>
  goods.lapsed.length === 0
    ? ''
    : (await ownLapsedGoods(ctx)).flatMap(({ kind, word }) => (goods.lapsed.includes(kind) ? [word] : [])).join('、')

const categoryIn = ({ category }: ProductValues) => categories.find((known) => known === category) ?? 'leaf'

function regionOf(code: string) {
  const known = parsePrefCode(code)
  return known ? prefectureOf(known).seasonRegion : 'central'
}

type Args = Route.ActionArgs
type Answer = Response | ReturnType<typeof invalid>

/** A new draft has its id from its page; the list of drafts names one in its form. */
function idOf({ params }: Args): ProductId {
  const id = parseId<'product'>(params.id)
  if (!id) throw new NotFound('product')
  return id
}

/** One of the five questions, as its form states it. */
function stepIn(form: FormData, args: Args) {
  const sent = typedIn(form)
  const step: GoodsStep = isGoodsStep(sent.step) ? sent.step : 'photos'
  const version = Number(sent.version) || 0
  return {
    step,
    given: { id: idOf(args), version, values: productIn(form, step) },
    page: sent.key ?? '',
    problem: (fields: Record<string, string>, summary = fieldsToMend, seen = version): Problem => ({
      fields,
      summary,
      typed: { ...sent, ...textsIn(form, step), version: String(seen) },
    }),
  }
}
type Step = ReturnType<typeof stepIn>

async function save(ctx: Ctx, form: FormData, args: Args): Promise<Answer> {
  const asked = stepIn(form, args)
  const saved = await saveGoods(ctx, asked.given)
  if (!saved.ok) return refusedStep(asked, saved)
  return redirectWithFlash(
    addressOf(asked.given.id, asked.step),
    saved.value.changed ? `「${saved.value.name}」を保存しました。` : '変更点はありませんでした。',
  )
}

async function publish(ctx: Ctx, form: FormData, args: Args): Promise<Answer> {
  const asked = stepIn(form, args)
  const done = await publishDraft(ctx, { ...asked.given, key: asked.page })
  if (!done.ok) {
    const kept =
      done.refusal === 'wrong_fields' ? await saveGoodsDraft(ctx, { ...asked.given, page: asked.page }) : null
    return refusedStep(asked, done, kept?.ok ? kept.value.version : undefined)
  }
  const { name, waits } = done.value
  return redirectWithFlash(
    '/farmer/products/List',
    waits
      ? `「${name}」を運営が確認します。確認後にメールが届き、販売が開始されます。`
      : `「${name}」の販売を開始しました。`,
  )
}

/** Saves this step of a draft, mistakes included; `next` opens the next one if there are none. */
const keepStep =
  (to: 'next' | 'list') =>
  async (ctx: Ctx, form: FormData, args: Args): Promise<Answer> => {
    const asked = stepIn(form, args)
    const { step, given, page, problem } = asked
    const kept = await saveGoodsDraft(ctx, { ...given, page })
    if (!kept.ok) return refusedStep(asked, kept)
    if (to === 'list') return redirect('/farmer/products/edit')
    const wrong = await mistakesInStep(ctx, given, step)
    // the page knows the version that it has created
    if (Object.keys(wrong).length > 0) return invalid(problem(wrong, fieldsToMend, kept.value.version))
    return redirect(addressOf(given.id, stepAfter(step) ?? step))
  }

/** Mistakes of this step stay here; without any, the first step with mistakes opens. */
function refusedStep(
  { step, given, problem }: Step,
  { refusal, detail }: { refusal: GoodsRefusal; detail?: RefusalDetail },
  version?: number,
): Answer | Promise<Answer> {
  if (refusal !== 'wrong_fields') return invalid(problem({}, goodsRefusalText(refusal, detail)), 409)
  const fields = sentencesIn(detail)
  const here = inStep(fields, step)
  if (Object.keys(here).length > 0) return invalid(problem(here, fieldsToMend, version))
  const [first = ''] = Object.keys(fields)
  const elsewhere = stepOfField(first)
  return redirectWithFlash(
    addressOf(given.id, elsewhere),
    `「${goodsStepWord[elsewhere]}」に、未入力の項目があります。${fields[first] ?? ''}`,
  )
}

const inStep = (fields: Record<string, string>, step: GoodsStep) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => fieldsOfStep(step).includes(name)))

const { priceYen, ...planned } = planPrice.declaration.input
/** The new price has a name of its own: the present one stands on the same page. */
const Plan = z
  .object({ ...planned, nextPrice: priceYen })
  .transform(({ nextPrice, ...plan }) => ({ ...plan, priceYen: nextPrice }))

const pricesOf = (id: ProductId) => `${addressOf(id, 'price')}#prices`

export const action = pageAction(
  jobs<Args, Answer>({
    save,
    publish,
    next: keepStep('next'),
    keep: keepStep('list'),
    plan: job(planPrice, {
      fields: (args) => ({ productId: idOf(args) }),
      read: (form) => readForm(Plan, form),
      done: ({ told }, { productId }) =>
        redirectWithFlash(
          pricesOf(productId),
          `価格の変更を設定しました。${told > 0 ? `よく注文する飲食店の${told}名にメールで通知します。` : '通知先となる、よく注文する飲食店はまだありません。'}`,
        ),
      at: () => 'from',
    }),
    unplan: job(withdrawPrice, {
      done: (_, __, ___, args) => redirectWithFlash(pricesOf(idOf(args)), '価格の変更を取り消しました。'),
    }),
    removeDraft: job(removeGoodsDraft, {
      done: () => redirectWithFlash('/farmer/products/edit', '下書きを削除しました。'),
    }),
  }),
)

/** Offline the page stays unchanged, with everything that was typed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

/** The errors of this step; the input is saved all the same. */
async function mistakesInStep(
  ctx: Ctx,
  { id, values }: Step['given'],
  step: GoodsStep,
): Promise<Record<string, string>> {
  const { farmId } = requireFarm(ctx.actor)
  const facts = { origin: await ownOrigin(ctx), notYet: [] }
  const read = readGoods(
    { ...(await ownDraft(ctx, id))?.values, ...values },
    { methods: await methodsOf(ctx, farmId), facts },
  )
  return read.ok ? {} : inStep(read.fields, step)
}

export default GoodsEditPage
