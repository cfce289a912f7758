import { Suspense, useRef } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { requireFarm } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { can } from '#access/rules.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatMoment } from '#kernel/format.ts'
import { type ProductId, parseId } from '#kernel/ids.ts'
import { addDays, jstDateOf } from '#kernel/jst.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import { dayRefusalText, readDay } from '#kernel/typed-day.ts'
import { numberRefusalText, readNumber } from '#kernel/typed-number.ts'
import { categories } from '#kernel/words.ts'
import { FieldHeader } from '#modules/fulfilment/ui/field-header.tsx'
import { farmShipping } from '#modules/goods/farm-shipping.server.ts'
import { findProduce, produceNames } from '#modules/goods/find-produce.ts'
import {
  type GoodsDraft,
  ownDraft,
  ownDrafts,
  removeGoodsDraft,
  saveGoodsDraft,
} from '#modules/goods/goods-draft.server.ts'
import {
  fieldsOfStep,
  type GoodsStep,
  goodsSteps,
  goodsStepWord,
  isGoodsStep,
  stepAfter,
  stepBefore,
  stepOfField,
  type TypedGoods,
} from '#modules/goods/goods-fields.ts'
import { drawingOf } from '#modules/goods/goods-row.ts'
import { methodsOf, publishDraft, saveGoods } from '#modules/goods/keep-goods.server.ts'
import { type OneOfOwnGoods, oneOfOwnGoods } from '#modules/goods/own-goods.server.ts'
import { farmTerms, priceBand } from '#modules/goods/price-band.server.ts'
import { mostYen } from '#modules/goods/price-bounds.ts'
import { furthestPriceDays } from '#modules/goods/prices/price-change.ts'
import { plannedPrices, planPrice, withdrawPrice } from '#modules/goods/prices/price-changes.server.ts'
import { readGoods } from '#modules/goods/read-goods.ts'
import { goodsRefusalText } from '#modules/goods/refusal-text.ts'
import { usualText, withSuggestions } from '#modules/goods/suggest.ts'
import { BoxFields, goodsFieldId, PriceFields, StockFields, WhatFields } from '#modules/goods/ui/goods-fields.tsx'
import { PastChanges } from '#modules/goods/ui/past-changes.tsx'
import { PhotoList } from '#modules/goods/ui/photo-list.tsx'
import { PlannedPrices } from '#modules/goods/ui/planned-prices.tsx'
import { PriceAdvice } from '#modules/goods/ui/price-advice.tsx'
import { GoodsStepBar } from '#modules/goods/ui/step-bar.tsx'
import { ownLapsedGoods } from '#modules/organisations/documents/farm-papers.server.ts'
import { resolveTaxPercent } from '#modules/tax/consumption-tax.ts'
import { taxRates } from '#modules/tax/tax-rates.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { DraftOffer, ForgetDraft, useDraft } from '#ui/form-draft.tsx'
import { FormSummary } from '#ui/form-summary.tsx'
import { Head } from '#ui/head.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { fieldsToMend, formOf, type Problem, typedIn } from '../form.ts'
import { redirectWithNotice } from '../notice.server.ts'
import { page, pageAction } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import { requestFacts } from '../request-context.ts'
import type { Route } from './+types/goods-edit.ts'
import { typedGoods } from './goods-form.server.ts'
import { RefusalNotice } from './refusal-notice.tsx'
import { stayWhenOffline } from './stay-when-offline.ts'

const LivePreview = import.meta.env.SSR
  ? (await import('#modules/goods/ui/live-preview.tsx')).default
  : lazyPart(() => import('#modules/goods/ui/live-preview.tsx'))
const Autosave = lazyPart(() => import('#modules/goods/ui/autosave.tsx'))

export const meta = () => ownMeta('商品をなおす')

/** Without an id: what is being written. With one: a draft, or goods that are in the catalogue. */
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

/** A draft, new or kept, or goods of the catalogue, with everything that the five questions show. */
async function oneThing(ctx: Ctx, id: ProductId, isNew: boolean) {
  const draft = await ownDraft(ctx, id)
  const goods = draft || isNew ? null : await oneOfOwnGoods(ctx, id)
  const terms = await farmTerms(ctx)
  const region = regionOf(terms.prefectureCode)
  const typed = draft?.typed ?? goods?.typed ?? {}
  const shown = withSuggestions(typed, region)
  const item = findProduce(typed.item ?? '')
  const rates = await taxRates(ctx)
  const today = jstDateOf(ctx.now)
  const farmId = requireFarm(ctx.actor).farmId
  return {
    id,
    goods: goods && { ...stateOf(goods), lapsed: await lapsedWords(ctx, goods) },
    isDraft: goods === null,
    version: draft?.version ?? goods?.version ?? 0,
    typed: shown,
    photos: draft?.photos ?? goods?.photos ?? [],
    past: goods?.past ?? [],
    names: produceNames,
    usual: goods ? null : usualText(typed, region),
    band: await priceBand(ctx, item),
    commissionBp: terms.commissionBp,
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

/** The kinds of goods for which these may not be sold now: 「漬物」; blank for goods that may. */
const lapsedWords = async (ctx: Ctx, goods: OneOfOwnGoods): Promise<string> =>
  goods.lapsed.length === 0
    ? ''
    : (await ownLapsedGoods(ctx)).flatMap(({ kind, word }) => (goods.lapsed.includes(kind) ? [word] : [])).join('、')

const categoryIn = (typed: TypedGoods) => categories.find((known) => known === typed.category) ?? 'leaf'

function regionOf(code: string) {
  const known = parsePrefCode(code)
  return known ? prefectureOf(known).seasonRegion : 'central'
}

const addressOf = (id: string, step: GoodsStep) => `/farmer/products/edit/${id}?step=${step}`

export const action = pageAction(async (ctx, { request, params, context }: Route.ActionArgs) => {
  const form = await formOf(request)
  const sent = typedIn(form)
  const id = parseId<'product'>(params.id ?? sent.id)
  if (!id) throw new NotFound('product')
  if (sent.intent === 'removeDraft') {
    await removeGoodsDraft(ctx, id)
    return redirectWithNotice('/farmer/products/edit', '下書きをすてました。')
  }
  if (sent.intent === 'plan' || sent.intent === 'unplan')
    return changePlan(ctx, { id, form, site: context.get(requestFacts).secureOrigin })
  const step = isGoodsStep(sent.step) ? sent.step : 'photos'
  const typed = typedGoods(form, step)
  const version = Number(sent.version) || 0
  const no = (fields: Record<string, string>, summary: string, status: number) =>
    data({ problem: { fields, summary, typed: { ...sent, ...typed } } satisfies Problem }, { status })
  if (sent.of === 'goods') {
    const saved = await saveGoods(ctx, { id, version, typed })
    if (!saved.ok && saved.refusal === 'fields') return mistakesOf(id, step, saved.fields, no)
    if (!saved.ok) return no({}, goodsRefusalText(saved.refusal, saved.detail), 409)
    const said = saved.value.changed ? `「${saved.value.name}」を保存しました。` : '変わったところはありませんでした。'
    return redirectWithNotice(
      sent.intent === 'next' ? addressOf(id, stepAfter(step) ?? step) : addressOf(id, step),
      said,
    )
  }
  const pageKey = sent.key ?? ''
  if (sent.intent === 'publish') {
    const done = await publishDraft(ctx, { id, key: pageKey, version, typed })
    if (!done.ok && done.refusal === 'fields') {
      const kept = await saveGoodsDraft(ctx, { id, version, typed, page: pageKey })
      if (kept.ok) sent.version = String(kept.value.version)
      return mistakesOf(id, step, done.fields, no)
    }
    if (!done.ok) return no({}, goodsRefusalText(done.refusal, done.detail), 409)
    const { name, waits } = done.value
    return redirectWithNotice(
      '/farmer/products/List',
      waits
        ? `「${name}」を運営が確認します。終わるとメールが届き、販売がはじまります。`
        : `「${name}」の販売をはじめました。`,
    )
  }
  const kept = await saveGoodsDraft(ctx, { id, version, typed, page: pageKey })
  if (!kept.ok) return no({}, goodsRefusalText(kept.refusal), 409)
  // the page that stays knows the version that it has made
  sent.version = String(kept.value.version)
  const wrong = sent.intent === 'next' ? await mistakesInStep(ctx, typed, step) : {}
  if (Object.keys(wrong).length > 0) return no(wrong, fieldsToMend, 422)
  return redirect(sent.intent === 'keep' ? '/farmer/products/edit' : addressOf(id, stepAfter(step) ?? step))
})

/** Without a signal the page stays as it is, with all that was typed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

/** A price from a day on, or that it stays as it is after all. */
async function changePlan(ctx: Ctx, { id, form, site }: { id: ProductId; form: FormData; site: string }) {
  const sent = typedIn(form)
  const here = `${addressOf(id, 'price')}#prices`
  if (sent.intent === 'unplan') {
    const change = parseId<'priceChange'>(sent.change)
    if (!change) throw new NotFound('price')
    await withdrawPrice(ctx, change)
    return redirectWithNotice(here, '値段の変更を取り消しました。')
  }
  const no = (fields: Record<string, string>, summary: string, status: number) =>
    data({ problem: { fields, summary, typed: sent } satisfies Problem }, { status })
  const from = readDay(sent.from ?? '')
  const price = readNumber(sent.nextPrice ?? '', { min: 1, max: mostYen })
  if (!from.ok || !price.ok) {
    const fields: Record<string, string> = {}
    if (!from.ok) fields.from = dayRefusalText(from.refusal)
    if (!price.ok) fields.nextPrice = numberRefusalText(price.refusal, price.detail)
    return no(fields, fieldsToMend, 422)
  }
  const note = (sent.note ?? '').trim().slice(0, 100)
  const planned = await planPrice(ctx, {
    productId: id,
    key: sent.key ?? '',
    from: from.value,
    priceYen: price.value,
    note,
    site,
  })
  if (!planned.ok) {
    const sentence = goodsRefusalText(planned.refusal, planned.detail)
    return no({ from: sentence }, sentence, 409)
  }
  const { told } = planned.value
  return redirectWithNotice(
    here,
    `値段の変更を決めました。${told > 0 ? `いつもの店の${told}人にメールで知らせます。` : '知らせるいつもの店は、まだありません。'}`,
  )
}

/** What is wrong in this step already; the words are kept all the same. */
async function mistakesInStep(ctx: Ctx, typed: TypedGoods, step: GoodsStep): Promise<Record<string, string>> {
  const { farmId } = requireFarm(ctx.actor)
  const read = readGoods(typed, { methods: await methodsOf(ctx.db, farmId) })
  const found = read.ok ? [] : Object.entries(read.fields)
  return Object.fromEntries(found.filter(([name]) => fieldsOfStep[step].includes(name)))
}

type Refuse = (
  fields: Record<string, string>,
  summary: string,
  status: number,
) => ReturnType<typeof data<{ problem: Problem }>>

/** Mistakes of this step stay here; where there are none, the first step that has some opens. */
function mistakesOf(id: string, step: GoodsStep, fields: Record<string, string>, no: Refuse) {
  const here = Object.entries(fields).filter(([name]) => fieldsOfStep[step].includes(name))
  if (here.length > 0) return no(Object.fromEntries(here), fieldsToMend, 422)
  const [first] = Object.keys(fields)
  const elsewhere = first ? stepOfField(first) : step
  return redirectWithNotice(
    addressOf(id, elsewhere),
    `「${goodsStepWord[elsewhere]}」に、まだ足りないところがあります。${first ? fields[first] : ''}`,
  )
}

export default function GoodsEditPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { facts } = matches[1].loaderData
  const problem: Problem | undefined = actionData && 'problem' in actionData ? actionData.problem : undefined
  return (
    <>
      <FieldHeader facts={facts} back={{ to: '/farmer/products/List', word: '商品' }} line={null}>
        <h1 className="text-h2">
          {loaderData.kind === 'drafts' ? (
            <Head as="span">下書き</Head>
          ) : (
            (loaderData.goods?.name ?? <Head as="span">商品を出す</Head>)
          )}
        </h1>
      </FieldHeader>
      <div className="mx-auto max-w-5xl p-4 pb-24">
        {loaderData.kind === 'drafts' ? (
          <Drafts drafts={loaderData.drafts} />
        ) : (
          <OneView key={`${loaderData.id}-${loaderData.step}`} it={loaderData} problem={problem} />
        )}
      </div>
    </>
  )
}

function Drafts({ drafts }: { drafts: readonly GoodsDraft[] }) {
  if (drafts.length === 0)
    return (
      <EmptyState action={<ButtonLink to="/farmer/products/Create">商品を出す</ButtonLink>}>
        書きかけの商品はありません
      </EmptyState>
    )
  return (
    <ul className="card">
      {drafts.map(({ id, typed, savedAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 border-t border-line p-4 first:border-t-0">
          <Link to={addressOf(id, 'photos')} className="grid min-h-(--target) min-w-0 grow content-center">
            <b className="underline">{typed.name || typed.item || '名前のない下書き'}</b>
            <span className="text-sub text-ink-2">{formatMoment(savedAt)} に保存</span>
          </Link>
          <Form method="post">
            <input type="hidden" name="id" value={id} />
            <Button kind="text" name="intent" value="removeDraft">
              すてる<span className="visually-hidden">：{typed.name || typed.item}</span>
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  )
}

type One = Extract<Route.ComponentProps['loaderData'], { kind: 'one' }>
const formId = 'goods-form'

function OneView({ it, problem }: { it: One; problem: Problem | undefined }) {
  const { id, step, goods, isDraft } = it
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="grid grid-cols-1 gap-5">
        <GoodsStepBar step={step} at={(to) => addressOf(id, to)} />
        {goods?.heldReason && <Notice tone="akane">運営が販売を止めています：{goods.heldReason}</Notice>}
        {goods && goods.lapsed !== '' && (
          <Notice tone="akane">
            {goods.lapsed}の書類の期限が切れたので、店から見えません。
            <Link to="/profile/organisation" className="underline">
              新しい書類を送る
            </Link>
          </Notice>
        )}
        {goods?.review === 'returned' && (
          <Notice tone="akane">運営から：{goods.reviewNote}　なおして保存すると、もう一度確認に出ます。</Notice>
        )}
        {problem && Object.keys(problem.fields).length === 0 && <RefusalNotice problem={problem} />}
        {step === 'photos' ? (
          <>
            <PhotoList of={id} back={addressOf(id, 'photos')} photos={it.photos} />
            {it.photos.length === 0 && (
              <p className="text-ink-2">写真はあとからでものせられます。ない間は、絵で出ます。</p>
            )}
            <p>
              <ButtonLink to={`${addressOf(id, 'what')}${isDraft && it.version === 0 ? '&new' : ''}`} size="lg">
                次へ：{goodsStepWord.what}
              </ButtonLink>
            </p>
          </>
        ) : (
          <StepForm it={it} problem={problem} />
        )}
        {step === 'price' && !isDraft && (
          <PlannedPrices
            id={id}
            planned={it.planned}
            formKey={it.formKey}
            tomorrow={it.tomorrow}
            furthest={it.furthest}
            problem={problem?.typed.intent === 'plan' ? problem : undefined}
          />
        )}
        {it.past.length > 0 && <PastChanges past={it.past} />}
      </div>
      <div className="lg:sticky lg:top-4">
        <Suspense>
          <LivePreview
            {...{ id, formId, picture: it.picture, farm: it.farm, percents: it.percents }}
            typed={{ ...it.typed, ...problem?.typed }}
          />
        </Suspense>
      </div>
    </div>
  )
}

function StepForm({ it, problem }: { it: One; problem: Problem | undefined }) {
  const { id, step, isDraft } = it
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck(problem, goodsFieldId)
  const kept = useDraft(`goods-${id}-${step}`, form)
  const busy = useNavigation().formMethod === 'POST'
  const typed = { ...it.typed, ...problem?.typed }
  const fields = { typed, errors: problem?.fields ?? {} }
  const unit = typed.unit || '箱'
  const version = Number(problem?.typed.version ?? it.version)
  const last = step === 'stock'
  const before = stepBefore(step)
  return (
    <>
      <DraftOffer draft={kept} />
      {goodsSteps
        .filter((other) => other !== step)
        .map((other) => (
          <ForgetDraft key={other} name={`goods-${id}-${other}`} />
        ))}
      <Form
        ref={form}
        id={formId}
        method="post"
        noValidate
        className="group/goods grid grid-cols-1 gap-6"
        onSubmit={check.onSubmit}
      >
        <FormSummary problems={check.problems} refusal={check.refusal} />
        <input type="hidden" name="of" value={isDraft ? 'draft' : 'goods'} />
        <input type="hidden" name="step" value={step} />
        <input type="hidden" name="key" value={it.formKey} />
        <input type="hidden" name="version" defaultValue={version} key={version} />
        <h2 className="text-h3 font-bold">{goodsStepWord[step]}</h2>
        {step === 'what' && <WhatFields {...fields} names={it.names} />}
        {step === 'box' && <BoxFields {...fields} usual={it.usual} />}
        {step === 'price' && (
          <>
            <PriceFields {...fields} byWeight={typed.soldBy === 'weight'} unit={unit} />
            <PriceAdvice formId={formId} band={it.band} commissionBp={it.commissionBp} typed={typed} />
          </>
        )}
        {step === 'stock' && <StockFields {...fields} unit={unit} weekdays={it.weekdays} isNew={isDraft} />}
        <div className="flex flex-wrap gap-3">
          {isDraft ? (
            <Button size="lg" name="intent" value={last ? 'publish' : 'next'} busy={busy}>
              {last ? '販売をはじめる' : `次へ：${goodsStepWord[stepAfter(step) ?? step]}`}
            </Button>
          ) : (
            <Button size="lg" name="intent" value="save" busy={busy}>
              保存する
            </Button>
          )}
          {isDraft && last && (
            <Button kind="line" size="lg" name="intent" value="keep" formNoValidate>
              下書きのまま置く
            </Button>
          )}
          {before && (
            <ButtonLink to={addressOf(id, before)} kind="line" size="lg">
              もどる
            </ButtonLink>
          )}
        </div>
        {isDraft && (
          <Suspense>
            <Autosave formId={formId} action={`/farmer/products/drafts/${id}`} version={version} />
          </Suspense>
        )}
      </Form>
    </>
  )
}
