import { Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { requireBuyer } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { shortageInstructions } from '#kernel/enums.ts'
import { parseId } from '#kernel/ids.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { setShortageInstruction } from '#modules/cart/change-cart.server.ts'
import { cartRefusalText } from '#modules/cart/refusal-text.ts'
import { lineInstruction } from '#modules/cart/substitute-choices.server.ts'
import { claimRefusalText } from '#modules/ordering/claims/claim-labels.ts'
import { ownClaimLimit, setClaimLimit } from '#modules/ordering/claims/claim-limits.server.ts'
import { changeStandingInstruction, standingInstruction } from '#modules/ordering/standing-instruction.server.ts'
import ClaimLimitFields from '#modules/ordering/ui/claim-limit-fields.tsx'
import { InstructionFields } from '#modules/ordering/ui/instruction-fields.tsx'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { SharingRule } from '#modules/ordering/ui/sharing-rule.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { chosenKitchen } from '#web/chosen-kitchen.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, invalid, parseForm, refused } from '#web/form.ts'
import { job } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { checked } from '#web/read-form.server.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/instructions.ts'
import { fieldOfCart, termsIn } from './cart-action.server.ts'

export const meta = () => ownMeta('不足時の指示')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

/** Of the restaurant; with `?product=` of one line in the cart, which has priority. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  const productId = productIn(request)
  const line = productId
    ? await lineInstruction(ctx, { kitchenId: await chosenKitchen(request, buyer), productId })
    : null
  const org = { farmId: null, restaurantId: buyer.restaurantId }
  return {
    standing: await standingInstruction(ctx),
    line,
    claimLimit: line ? null : await ownClaimLimit(ctx),
    mayManage: can(ctx.actor, 'organisation.manage', org),
    formKey: crypto.randomUUID(),
  }
})

const productIn = (request: Request) => parseId<'product'>(new URL(request.url).searchParams.get('product'))

const Instruction = z.object({
  onShortage: z.enum(shortageInstructions, '指示を1つ選択してください。'),
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  const { request } = args
  const buyer = requireBuyer(ctx.actor)
  const data = await formOf(request)
  if (data.get('intent') === 'claimLimit') {
    const limitYen = parseWholeNumber(data.get('limit'))
    const set = await setClaimLimit(ctx, { key: String(data.get('key') ?? ''), limitYen })
    if (!set.ok) return refused(claimRefusalText(set.refusal, set.detail), data, 'limit')
    return redirectWithFlash('/restaurant/instructions', '保存しました。今後の報告に、この金額が適用されます。')
  }
  const form = parseForm(Instruction, data)
  if (!form.ok) return invalid(form.problem)
  const { onShortage } = form.value
  const productId = productIn(request)
  if (productId) {
    const kitchenId = await chosenKitchen(request, buyer)
    const set = await setShortageInstruction(ctx, { kitchenId, productId, onShortage, ...termsIn(data) })
    if (!set.ok) return refused(cartRefusalText(set.refusal, set.detail), data, fieldOfCart[set.refusal])
    return redirectWithFlash('/restaurant/cart', '不足時の指示を設定しました。')
  }
  if (onShortage === 'substitute') return refused(cartRefusalText('no_substitute'), data)
  return saveStanding(ctx, data, args)
})

const saveStanding = job(changeStandingInstruction, {
  read: (form) => {
    const { askUntil, otherwise } = termsIn(form)
    const said = {
      version: parseWholeNumber(form.get('version')),
      onShortage: form.get('onShortage'),
      askUntil,
      otherwise,
      tolerancePercent: parseWholeNumber(form.get('tolerance')),
      partWaitDays: parseWholeNumber(form.get('partWait')),
      partFreight: form.has('partFreight'),
    }
    return checked(z.object(changeStandingInstruction.declaration.input), said, form)
  },
  done: () =>
    redirectWithFlash('/restaurant/instructions', '保存しました。今後かごに追加する商品に、この指示が適用されます。'),
})

export default function InstructionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { standing, line, claimLimit } = loaderData
  const problem = actionData?.problem
  const busy = useNavigation().formMethod === 'POST'
  const now = line ?? standing
  return (
    <>
      <PageBar back="/restaurant/cart" backLabel="かごへ戻る" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">不足時の指示</h1>
      </PageBar>
      <Form method="post" className="mx-auto grid w-full max-w-[40rem] grid-cols-1 gap-5 px-3.5 pt-4 pb-12">
        {problem && <ProblemNotice problem={problem} />}
        <p>
          {line ? (
            <>
              <strong>{line.name}</strong>（{line.farm}）が欠品・不足したときに、貴店に代わって自動で適用する指示です。
            </>
          ) : (
            <>
              収穫量は天候により変わります。事前に設定すると、夜間でも回答を待たずに対応が決まります。商品ごとの指示は、かごで設定できます。
            </>
          )}
        </p>
        <input type="hidden" name="key" value={loaderData.formKey} />
        <input type="hidden" name="version" value={standing.version} />
        <InstructionFields
          chosen={shortageInstructions.find((kind) => kind === problem?.typed.onShortage) ?? now.onShortage}
          terms={now.shortageTerms}
          {...(line && { choices: line.choices })}
          errors={problem?.fields ?? {}}
        />
        {!line && (
          <SelectField
            label="不定貫商品の重量の許容範囲"
            name="tolerance"
            help="注文した重量との差がこの範囲内であれば、確認なしで受け取ります。上限金額もこの範囲で決まります"
            defaultValue={standing.tolerancePercent ?? ''}
          >
            <option value="">農園の設定に従う</option>
            {[0, 3, 5, 10, 15, 20].map((percent) => (
              <option key={percent} value={percent}>
                ±{percent}％以内
              </option>
            ))}
          </SelectField>
        )}
        {!line && (
          <>
            <SelectField
              label="不足分の分納"
              name="partWait"
              help="農園は、出荷できる分を先に送り、残りをこの日までに届けることを約束します。金額と送料は変わりません"
              defaultValue={standing.partWaitDays ?? ''}
            >
              <option value="">分納しない（そろえて受け取る）</option>
              {[0, 1, 2, 3, 5, 7].map((days) => (
                <option key={days} value={days}>
                  {days === 0 ? '同日中' : `${days}日後まで`}
                </option>
              ))}
            </SelectField>
            <label className="flex min-h-(--target) items-center gap-3">
              <input
                type="checkbox"
                name="partFreight"
                defaultChecked={standing.partFreight}
                className="size-6 shrink-0 accent-pine"
              />
              残りの個口の送料も貴店が負担する
            </label>
          </>
        )}
        <Button size="lg" busy={busy}>
          {line ? 'この商品の指示を保存する' : '事前の指示を保存する'}
        </Button>
        <SharingRule />
      </Form>
      {claimLimit && (
        <Form method="post" className="mx-auto grid w-full max-w-[40rem] grid-cols-1 gap-4 px-3.5 pb-12">
          <input type="hidden" name="key" value={loaderData.formKey} />
          <ClaimLimitFields {...claimLimit} error={problem?.fields.limit} />
          {loaderData.mayManage ? (
            <Button kind="line" name="intent" value="claimLimit" busy={busy}>
              自動承認の上限額を保存する
            </Button>
          ) : (
            <p className="text-sub text-ink-2">変更できるのは店長のみです。</p>
          )}
        </Form>
      )}
    </>
  )
}
