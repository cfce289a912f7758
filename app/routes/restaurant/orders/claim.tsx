import { useRef, useState } from 'react'
import { Form, type MetaFunction, useNavigation } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import { claimWishes, type Quantity, toldReasons } from '#kernel/enums.ts'
import { formatDeadline, formatNumber } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { claimRuleOf, needsNoPhoto } from '#modules/ordering/claim-process.ts'
import { claimReasonWord, claimRefusalText, wishWord } from '#modules/ordering/claims/claim-labels.ts'
import { claimsOfOrder } from '#modules/ordering/claims/claim-queries.server.ts'
import { claimTerms } from '#modules/ordering/claims/claim-terms.ts'
import { openClaim } from '#modules/ordering/claims/open-claim.server.ts'
import { tellingTimes } from '#modules/ordering/claims/telling-times.ts'
import { usableIn } from '#modules/ordering/claims/usable.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import ClaimPhotosField from '#modules/ordering/ui/claim-photos-field.tsx'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { isDivisible, partHelp } from '#modules/pricing/part-of-unit.ts'
import { useHydrated } from '#ui/browser-state.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField, TextArea, TextField } from '#ui/field.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { DraftOffer, useDraft } from '#ui/form-draft.tsx'
import { noClaim } from '#web/claim-steps.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, formOf, invalid, staleForm, typedIn } from '#web/form.ts'
import { photosOfField } from '#web/form-photos.server.ts'
import { orderIdIn } from '#web/order-id.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { PageBar } from '../layout/page-bar.tsx'
import { keptIn } from '../receiving/receipt-form.ts'
import type { Route } from './+types/claim.ts'

export const meta: MetaFunction = () => ownMeta('不良・欠品の報告')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

export const loader = page(async (ctx, { params, request }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  const order = await orderDetail(ctx, orderIdIn(params))
  const claims = await claimsOfOrder(ctx, order.id)
  const claimed = new Set(claims.flatMap(({ state, lineId }) => (state === 'withdrawn' ? [] : [lineId])))
  return {
    order,
    lines: order.lines.filter(({ id, quantities }) => quantities.shipped?.qty && !claimed.has(id)),
    line: new URL(request.url).searchParams.get('line') ?? '',
    until: tellingTimes(order, ctx.now),
    formKey: crypto.randomUUID(),
    now: ctx.now,
  }
})

export const action = pageAction(async (ctx, { params, request, context }: Route.ActionArgs) => {
  requireBuyer(ctx.actor)
  const orderId = orderIdIn(params)
  const form = await formOf(request)
  const key = String(form.get('key') ?? '')
  const lineId = parseId<'orderLine'>(form.get('line'))
  const reason = toldReasons.find((known) => known === form.get('reason'))
  const wish = claimWishes.find((known) => known === form.get('wish')) ?? 'credit'
  if (!parseId(key)) return invalid({ fields: {}, summary: staleForm, typed: typedIn(form) })
  const { keys, sentence } = await photosOfField(ctx, context.get(requestFacts).files, {
    form,
    field: 'photo',
    keptAs: 'kept.photo',
    formKey: key,
    most: claimTerms.mostPhotos,
  })
  for (const photo of keys) form.set(`kept.photo.${photo}`, 'on')
  const { lines } = await orderDetail(ctx, orderId)
  const line = lines.find(({ id }) => id === lineId)
  const shipped = line?.quantities.shipped
  const usable = line && shipped ? usableIn(form.get('qty'), shipped, line.unitLabel) : null
  const fields = {
    ...(!line && { line: '商品を選択してください。' }),
    ...(!reason && { reason: '状態を選択してください。' }),
    ...(shipped &&
      !usable && {
        qty:
          shipped.grams === null && line && !isDivisible(line.unitLabel) ? claimRefusalText('bad_quantity') : badPart,
      }),
    ...(sentence && { photo: sentence }),
  }
  if (!line || !reason || !usable || sentence) return invalid({ fields, summary: fieldsToMend, typed: typedIn(form) })
  const words = String(form.get('words') ?? '').slice(0, 400)
  const hidden = form.get('hidden') === 'on'
  const claim = {
    lineId: line.id,
    reason,
    usableQty: usable.qty,
    usableMissing: usable.missing ?? null,
    usableGrams: usable.grams,
    wish,
    words,
    hidden,
  }
  const opened = await openClaim(ctx, { orderId, key, ...claim, photos: keys })
  if (!opened.ok) return noClaim(opened, form)
  return redirectWithFlash(
    `/restaurant/orders/${orderId}`,
    opened.value.settled
      ? '報告が自動承認され、次回請求から差し引かれます。'
      : '報告しました。農園の回答は、この画面に表示されます。',
  )
})

const badPart = '良品数は0以上の数字で入力してください（例 2、1.7、18/24）。'

export default function ClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, lines, until, now } = loaderData
  return (
    <>
      <PageBar back={`/restaurant/orders/${order.id}`} backLabel="伝票へ戻る" narrow>
        <h1 className="text-h4 font-bold">不良・欠品の報告</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[40rem] grid-cols-1 gap-4 px-3.5 pt-4 pb-40">
        {lines.length === 0 ? (
          <EmptyState>報告できる商品はありません。報告済みの商品は、伝票で確認できます。</EmptyState>
        ) : (
          <>
            <p className="text-sub">
              見てわかる不良・欠品は{formatDeadline(until.visibleUntil, now)}まで、使用して初めてわかる不良は
              {formatDeadline(until.hiddenUntil, now)}
              まで報告できます。他の商品の請求は、通常どおり進みます。
            </p>
            <ClaimForm loaderData={loaderData} problem={actionData?.problem} />
          </>
        )}
      </div>
    </>
  )
}

type FormProps = {
  loaderData: Route.ComponentProps['loaderData']
  problem: NonNullable<Route.ComponentProps['actionData']>['problem'] | undefined
}

function ClaimForm({ loaderData: { order, lines, line, formKey }, problem }: FormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const { typed = {}, fields = {} } = problem ?? {}
  const kept = keptIn(problem?.typed, 'photo')
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft(`claim-${order.id}`, form)
  const [lineId, setLineId] = useState(typed.line ?? (lines.length > 1 ? line : (lines[0]?.id ?? '')))
  const [reason, setReason] = useState(typed.reason ?? '')
  const chosen = lines.find(({ id }) => id === lineId)
  const shipped = chosen?.quantities.shipped
  const hydrated = useHydrated()
  const photoNeeded = !needsNoPhoto.some((known) => known === reason)
  return (
    <Form ref={form} method="post" encType="multipart/form-data" className="grid grid-cols-1 gap-4" noValidate>
      <DraftOffer draft={draft} />
      {problem && <ProblemNotice problem={problem} />}
      <input type="hidden" name="key" value={typed.key ?? formKey} />
      {kept.map((key) => (
        <input key={key} type="hidden" name={`kept.photo.${key}`} value="on" />
      ))}
      <SelectField
        label="対象の商品"
        name="line"
        defaultValue={lineId}
        onChange={({ currentTarget }) => setLineId(currentTarget.value)}
        error={fields.line}
      >
        {lines.length > 1 && <option value="">選択してください</option>}
        {lines.map(({ id, name, quantities, unitLabel }) => (
          <option key={id} value={id}>
            {name}（{formatNumber(quantities.shipped?.qty ?? 0)}
            {unitLabel}）
          </option>
        ))}
      </SelectField>
      <SelectField
        label="状態"
        name="reason"
        defaultValue={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={fields.reason}
      >
        <option value="">選択してください</option>
        {toldReasons.map((reason) => (
          <option key={reason} value={reason}>
            {claimReasonWord[reason]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="良品数"
        name="qty"
        need="required"
        inputMode={shipped?.grams !== null ? 'decimal' : chosen && isDivisible(chosen.unitLabel) ? 'text' : 'numeric'}
        autoComplete="off"
        suffix={chosen?.unitLabel}
        help={shipped && chosen && usableHelp(shipped, chosen.unitLabel)}
        defaultValue={typed.qty}
        error={fields.qty}
      />
      <ClaimPhotosField
        // photos that are already stored are not sent again
        key={kept.join()}
        name="photo"
        label="写真"
        help={hydrated ? undefined : '「不足」「未着」以外は必須です'}
        need={hydrated && reason ? (photoNeeded ? 'required' : 'optional') : 'none'}
        kept={kept.length}
        error={fields.photo}
      />
      <SelectField label="ご希望の対応" name="wish" defaultValue={typed.wish ?? 'credit'}>
        {claimWishes.map((wish) => (
          <option key={wish} value={wish}>
            {wishWord[wish]}
          </option>
        ))}
      </SelectField>
      <TextArea
        label="農園への連絡事項"
        need="optional"
        name="words"
        rows={3}
        maxLength={400}
        defaultValue={typed.words}
        error={fields.words}
      />
      <Checkbox name="hidden" label="開梱時にはわからなかった" defaultChecked={typed.hidden === 'on'} />
      <div className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-3.5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        <div className="mx-auto grid max-w-[38.25rem]">
          <Button size="lg" busy={busy}>
            {claimRuleOf('open').button}
          </Button>
        </div>
      </div>
    </Form>
  )
}

/** Of how many, and whether a part of a box can be stated: of products by weight. */
const usableHelp = ({ qty, grams }: Quantity, unitLabel: string): string =>
  `${formatNumber(qty)}${unitLabel}のうち使用できる数量${grams === null ? (isDivisible(unitLabel) ? `。${partHelp(unitLabel)}` : '') : `（箱の一部は 0.5 のように入力できます）`}`
