import { data } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { methods } from '#kernel/enums.ts'
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
import {
  farmShipping,
  ordersHitBySaving,
  ownRests,
  policyFrom,
  saveShipping,
  simulateShipping,
} from '#modules/products/farm-shipping.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, invalid, type Problem, typedIn } from '#web/form.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import { readShipping, shippingTexts } from '../orders/shipping-form.server.ts'
import type { Route } from './+types/profile.ts'
import ProfilePage from './profile-screen.tsx'

export const meta = () => ownMeta('農園のページ')

/** The farm's own page, for editing; with an id in its address it is public (routes/public/farm-profile.tsx). */
export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  const shipping = await farmShipping(ctx)
  return {
    farmId,
    now: ctx.now,
    facts: await ownFacts(ctx),
    links: await linksOf(ctx, farmId),
    methods: await methodsShown(ctx, farmId),
    shipping: shippingTexts(shipping),
    version: shipping.version,
    simulated: simulateShipping(shipping, await ownRests(ctx), ctx.now),
    mayChange: can(ctx.actor, 'farm.describe', { farmId }),
    claimLimit: await ownClaimLimit(ctx),
    mayManage: can(ctx.actor, 'organisation.manage', { farmId, restaurantId: null }),
    formKey: crypto.randomUUID() as string,
  }
})

export const action = pageAction(
  jobs({
    facts: job(saveFacts, {
      at: ({ refusal }) => fieldOfFact[refusal],
      done: ({ changed }) =>
        redirectWithFlash('/farmer/profile#facts', changed ? '農園の情報を保存しました。' : nothingChanged),
    }),
    links: job(saveLinks, { done: () => redirectWithFlash('/farmer/profile#links', 'リンクを保存しました。') }),
    method: async (ctx: Ctx, form: FormData, { context }: Route.ActionArgs) => {
      const wrong = await keepMethod(ctx, context.get(requestFacts).files, form)
      return wrong
        ? invalid({ fields: wrong, summary: fieldsToMend, typed: typedIn(form) })
        : redirectWithFlash('/farmer/profile#methods', '栽培方法を保存しました。')
    },
    shipping: job(saveShipping, {
      read: readShipping,
      besides: async (given, ctx) => ({ hit: await ordersHitBySaving(ctx, given) }),
      done: ({ changed, declined }) =>
        redirectWithFlash(
          '/farmer/profile#shipping',
          changed
            ? `出荷条件を保存しました。${declined > 0 ? `${declined}件の注文を辞退しました。` : ''}`
            : nothingChanged,
        ),
    }),
    try: trial,
    claimLimit: async (ctx: Ctx, form: FormData) => {
      const { key = '', limit } = typedIn(form)
      const set = await setClaimLimit(ctx, { key, limitYen: parseWholeNumber(limit) })
      if (set.ok)
        return redirectWithFlash('/farmer/profile#claims', '保存しました。今後の報告に、この金額が適用されます。')
      const fields = { limit: claimRefusalText(set.refusal, set.detail) }
      return invalid({ fields, summary: fieldsToMend, typed: typedIn(form) })
    },
  }),
)

const nothingChanged = '変更点はありませんでした。'

const fieldOfFact: Readonly<Record<string, string>> = {
  kana_unreadable: 'representativeKana',
  phone_unreachable: 'phone',
}

/** Offline the page stays unchanged, with everything that was typed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

/** 今注文した場合のお届け日: the rules as typed in the form, before anything is saved. */
async function trial(ctx: Ctx, form: FormData) {
  const read = readShipping(form)
  if (!read.ok) return invalid(read.problem)
  const { zone } = await farmShipping(ctx)
  const simulated = simulateShipping({ ...policyFrom(read.value), zone }, await ownRests(ctx), ctx.now)
  return data({ problem: { fields: {}, summary: '', typed: typedIn(form) } satisfies Problem, simulated })
}

/** One way of growing, with its certificate, if one was uploaded; errors if something is missing. */
async function keepMethod(ctx: Ctx, files: FileStore, form: FormData): Promise<Record<string, string> | null> {
  const { farmId } = requireFarm(ctx.actor)
  const sent = typedIn(form)
  const method = methods.find((known) => known === sent.method)
  if (!method) throw data(null, { status: 400 })
  const at = (field: string) => `${field}.${method}`
  const expiresOn = sent.expiresOn ? parseJstDate(sent.expiresOn) : null
  if (sent.expiresOn && !expiresOn) return { [at('expiresOn')]: '日付を読み取れません' }
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
    const kept = await keepDocument(ctx, { bytes, fileName: paper.name, kind: 'certificate', owner: { farmId } }, files)
    if (!kept.ok) return { [at('paper')]: documentRefusalText[kept.refusal] }
    documentId = kept.value.id
  }
  await saveMethod(ctx, { method, shown, documentId, number, authority, expiresOn })
  return null
}

export default ProfilePage
