import { data } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { methods } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { jstDateOf, parseJstDate } from '#kernel/jst.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { claimRefusalText } from '#modules/ordering/claims/claim-labels.ts'
import { ownClaimLimit, setClaimLimit } from '#modules/ordering/claims/claim-limits.server.ts'
import { documentRefusalText } from '#modules/organisations/documents/document.ts'
import { keepDocument } from '#modules/organisations/documents/keep-document.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { ownFacts, saveFacts } from '#modules/products/farm-page/farm-facts.server.ts'
import { linksOf, methodsShown, saveLinks, saveMethod } from '#modules/products/farm-page/farm-page.server.ts'
import { mistakesInMethod } from '#modules/products/farm-page/method.ts'
import { publicFarm } from '#modules/products/farm-page/public-farm.server.ts'
import { farmShipping, ownRests, saveShipping, simulateShipping } from '#modules/products/farm-shipping.server.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { readShipping, type TypedShipping } from '#modules/products/shipping-fields.ts'
import { typedShippingOf } from '#modules/products/shipping-labels.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, formOf, type Problem, typedIn } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/profile.ts'
import { fatesIn } from './fates.ts'
import ProfilePage from './profile-screen.tsx'

export const meta = () => ownMeta('農園のページ')

/** Without an id the farm's own page, for editing; with one the public page of that farm. */
export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  if (params.id) {
    const id = parseId<'farm'>(params.id)
    if (!id) throw new NotFound('farm')
    return { kind: 'public' as const, farm: await publicFarm(ctx, id) }
  }
  const { farmId } = requireFarm(ctx.actor)
  const shipping = await farmShipping(ctx)
  return {
    kind: 'own' as const,
    farmId,
    now: ctx.now,
    facts: await ownFacts(ctx),
    links: await linksOf(ctx.db, farmId),
    methods: await methodsShown(ctx, farmId),
    shipping: typedShippingOf(shipping),
    version: shipping.version,
    simulated: simulateShipping(ctx.now, shipping, await ownRests(ctx)),
    mayChange: can(ctx.actor, 'farm.describe', { farmId }),
    claimLimit: await ownClaimLimit(ctx),
    mayManage: can(ctx.actor, 'organisation.manage', { farmId, restaurantId: null }),
    formKey: crypto.randomUUID() as string,
  }
})

export const action = pageAction(async (ctx, { request, context }: Route.ActionArgs) => {
  const form = await formOf(request)
  const sent = typedIn(form)
  const no = (fields: Record<string, string>, summary: string, status: number) =>
    data({ problem: { fields, summary, typed: sent } satisfies Problem, simulated: null }, { status })
  if (sent.intent === 'links') {
    const saved = await saveLinks(ctx, sent)
    return saved.ok
      ? redirectWithFlash('/farmer/profile#links', 'リンクを保存しました。')
      : no(saved.fields, fieldsToMend, 422)
  }
  if (sent.intent === 'claimLimit') {
    const set = await setClaimLimit(ctx, { key: sent.key ?? '', limitYen: parseWholeNumber(sent.limit) })
    return set.ok
      ? redirectWithFlash('/farmer/profile#claims', '保存しました。これからの申し出に、この金額が働きます。')
      : no({ limit: claimRefusalText(set.refusal, set.detail) }, fieldsToMend, 422)
  }
  if (sent.intent === 'facts') {
    const saved = await saveFacts(ctx, { typed: sent, version: Number(sent.version) })
    if (saved.ok)
      return redirectWithFlash(
        '/farmer/profile#facts',
        saved.value.changed ? '農園の情報を保存しました。' : '変わったところはありませんでした。',
      )
    return saved.refusal === 'fields'
      ? no(saved.fields, fieldsToMend, 422)
      : no({}, goodsRefusalText(saved.refusal), 409)
  }
  if (sent.intent === 'method') {
    const wrong = await keepMethod(ctx, context.get(requestFacts).files, form)
    return wrong
      ? no(wrong, fieldsToMend, 422)
      : redirectWithFlash('/farmer/profile#methods', '栽培方法を保存しました。')
  }
  const typed: TypedShipping = { ...sent, shipWeekdays: form.getAll('shipWeekdays').join(',') }
  if (sent.intent === 'try') return tried(ctx, typed)
  const saved = await saveShipping(ctx, { typed, version: Number(sent.version), fates: fatesIn(sent) })
  if (saved.ok)
    return redirectWithFlash(
      '/farmer/profile#shipping',
      saved.value.changed
        ? `出荷の決まりを保存しました。${saved.value.declined > 0 ? `${saved.value.declined}件の注文をおことわりしました。` : ''}`
        : '変わったところはありませんでした。',
    )
  if (saved.refusal === 'orders_hit') {
    const problem: Problem = { fields: {}, summary: goodsRefusalText('open_orders'), typed: { ...typed } }
    return data({ problem, simulated: null, hit: saved.hit }, { status: 409 })
  }
  return saved.refusal === 'fields'
    ? data(
        {
          problem: { fields: saved.fields, summary: fieldsToMend, typed: { ...typed } } satisfies Problem,
          simulated: null,
        },
        { status: 422 },
      )
    : no({}, goodsRefusalText(saved.refusal), 409)
})

/** Offline the page stays unchanged, with everything that was typed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

/** いま注文すると → 届くのは: the rules as typed in the form, before anything is saved. */
async function tried(ctx: Ctx, typed: TypedShipping) {
  const read = readShipping(typed)
  if (!read.ok)
    return data(
      {
        problem: { fields: read.fields, summary: fieldsToMend, typed: { ...typed } } satisfies Problem,
        simulated: null,
      },
      { status: 422 },
    )
  const { zone } = await farmShipping(ctx)
  const simulated = simulateShipping(ctx.now, { ...read.shipping, zone }, await ownRests(ctx))
  return data({ problem: { fields: {}, summary: '', typed: { ...typed } } satisfies Problem, simulated })
}

/** One way of growing, with its certificate, if one was uploaded; errors if something is missing. */
async function keepMethod(ctx: Ctx, files: FileStore, form: FormData): Promise<Record<string, string> | null> {
  const { farmId } = requireFarm(ctx.actor)
  const sent = typedIn(form)
  const method = methods.find((known) => known === sent.method)
  if (!method) throw data(null, { status: 400 })
  const at = (field: string) => `${field}.${method}`
  const expiresOn = sent.expiresOn ? parseJstDate(sent.expiresOn) : null
  if (sent.expiresOn && !expiresOn) return { [at('expiresOn')]: '日付として読めません' }
  const paper = form.get('paper')
  const shown = sent.shown === 'on'
  let documentId = parseId<'document'>(sent.document)
  const hasPaper = documentId !== null || (paper instanceof File && paper.size > 0)
  const number = (sent.number ?? '').trim().slice(0, 40)
  const authority = (sent.authority ?? '').trim().slice(0, 60)
  const said = { method, shown, hasPaper, number, authority, expiresOn }
  const [missing] = Object.entries(mistakesInMethod(said, jstDateOf(ctx.now)))
  if (missing) return { [at(missing[0])]: missing[1] }
  if (paper instanceof File && paper.size > 0) {
    const bytes = new Uint8Array(await paper.arrayBuffer())
    const kept = await keepDocument(ctx, files, { bytes, fileName: paper.name, kind: 'certificate', owner: { farmId } })
    if (!kept.ok) return { [at('paper')]: documentRefusalText[kept.refusal] }
    documentId = kept.value.id
  }
  await saveMethod(ctx, {
    method,
    shown,
    documentId,
    number,
    authority,
    expiresOn,
  })
  return null
}

export default ProfilePage
