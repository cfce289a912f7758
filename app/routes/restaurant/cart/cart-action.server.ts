import { redirect } from 'react-router'
import { z } from 'zod'
import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { plainInstructions } from '#kernel/enums.ts'
import { formatYen } from '#kernel/format.ts'
import { type ProductId, parseId } from '#kernel/ids.ts'
import type { MinuteOfDay } from '#kernel/jst.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { yen } from '#kernel/yen.ts'
import { setCartLine, setFarmWish, setShortageInstruction, setWishedDay } from '#modules/cart/change-cart.server.ts'
import { chooseRun } from '#modules/cart/choose-run.server.ts'
import { holdCart } from '#modules/cart/hold-cart.server.ts'
import { type CartRefusal, cartRefusalText } from '#modules/cart/refusal-text.ts'
import { type ReorderChange, type Reordered, reorder } from '#modules/cart/reorder.server.ts'
import { chosenKitchen } from '#web/chosen-kitchen.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { typedIn, words } from '#web/form.ts'
import { job } from '#web/jobs.server.ts'
import { safeReturn } from '#web/page.server.ts'
import { checked, type ReadForm } from '#web/read-form.server.ts'

type Args = { request: Request }
type Answer = { problem: undefined; heldUntil?: Date | null } | Response

/** The kitchen for which it was submitted, whichever is selected by now. */
export async function kitchenIn({ request }: Args, ctx: Ctx, form: FormData) {
  const buyer = requireBuyer(ctx.actor)
  const named = buyer.kitchenIds.find((id) => id === form.get('kitchen'))
  return { kitchenId: named ?? (await chosenKitchen(request, buyer)) }
}

/** A form without script says where to return to. */
function back(form: FormData, heldUntil?: Date | null): Answer {
  const returnTo = form.get('returnTo')
  if (typeof returnTo !== 'string') return { problem: undefined, heldUntil }
  return redirect(safeReturn(returnTo, '/restaurant/cart'))
}

/** Time slot, substitutes and their ceiling, as far as the form has them. */
export function termsIn(form: FormData) {
  const [hour, minute] = String(form.get('askUntil') ?? '')
    .split(':')
    .map(Number)
  const most = parseWholeNumber(form.get('maxYen'))
  const otherwise = plainInstructions.find((plain) => plain === form.get(`otherwise.${form.get('onShortage')}`))
  const substitutes = form.getAll('substitute').flatMap((text) => parseId<'product'>(text) ?? []) as ProductId[]
  return {
    ...(hour !== undefined && minute !== undefined && hour < 24 && minute < 60
      ? { askUntil: (hour * 60 + minute) as MinuteOfDay }
      : {}),
    ...(most && { substituteMaxYen: yen(most) }),
    ...(otherwise && { otherwise }),
    ...(substitutes.length > 0 && { substitutes }),
  }
}

/** The field of a refusal. */
export const fieldOfCart: Partial<Record<CartRefusal, string>> = {
  day_past: 'day',
  no_substitute: 'substitute',
  no_ceiling: 'maxYen',
}

const Line = z.object(setCartLine.declaration.input)
const Instruction = z.object(setShortageInstruction.declaration.input)
const Wished = z.object(setWishedDay.declaration.input)
const Ride = z.object(chooseRun.declaration.input)
const FarmWish = z.object({
  ...setFarmWish.declaration.input,
  note: words(400, '備考は400文字以内で入力してください。').optional(),
})

/** A button of the stepper sends `qty`; Enter in the field sends `typed` and means the value of the field. */
function lineIn(form: FormData): ReadForm<z.output<typeof Line>> {
  const isTyped = form.has('typed')
  const qty = parseWholeNumber(form.get(isTyped ? 'qty-typed' : 'qty'))
  // 0 removes a product only by its own button: a typed 0 is more likely a mistake.
  if (qty === null || qty < 0 || (qty === 0 && isTyped)) {
    const sentence = cartRefusalText('bad_quantity')
    return { ok: false, problem: { fields: { qty: sentence }, summary: sentence, typed: typedIn(form) } }
  }
  const { kitchenId, productId, onShortage } = typedIn(form)
  return checked(Line, { kitchenId, productId, qty, onShortage }, form)
}

function instructionIn(form: FormData): ReadForm<z.output<typeof Instruction>> {
  const { kitchenId, productId, onShortage } = typedIn(form)
  return checked(Instruction, { kitchenId, productId, onShortage, ...termsIn(form) }, form)
}

/** An empty day is as early as possible; an empty note is none. */
const withDay = (form: FormData) => ({
  ...typedIn(form),
  ...(form.has('day') && { day: form.get('day') || null }),
  ...(form.has('wayId') && { wayId: form.get('wayId') || null }),
})

/** No run: by the carrier. */
const withRun = (form: FormData) => ({ ...typedIn(form), runId: form.get('runId') || null })

const fields = kitchenIn
const done = (_: unknown, __: unknown, ___: Ctx, ____: Args, form: FormData) => back(form)

/** Every change of the cart, from any page, or as a device has queued it (cart-queued-mutation.ts). */
export const cartJobs = {
  line: job(setCartLine, { fields, read: lineIn, done, at: () => 'qty' }),
  instruction: job(setShortageInstruction, {
    fields,
    read: instructionIn,
    done,
    at: ({ refusal }) => fieldOfCart[refusal],
  }),
  wished: job(setWishedDay, {
    fields,
    read: (form) => checked(Wished, withDay(form), form),
    done,
    at: () => 'day',
  }),
  farm: job(setFarmWish, {
    fields,
    read: (form) => checked(FarmWish, withDay(form), form),
    done,
    at: ({ refusal }) => (refusal === 'way_gone' ? 'wayId' : 'day'),
  }),
  run: job(chooseRun, { fields, read: (form) => checked(Ride, withRun(form), form), done }),
  hold: job(holdCart, { fields, done: ({ until }, _, __, ___: Args, form) => back(form, until) }),
  reorder: job(reorder, {
    fields,
    done: (reordered, _, __, ___: Args): Promise<Answer> =>
      redirectWithFlash('/restaurant/cart', reorderedText(reordered)),
  }),
}

/** The sentence is stored in a cookie, so its length is limited. */
const mostNamed = 12

export function reorderedText({ put, changes }: Reordered): string {
  const first = put === 0 ? '現在、注文できる商品がありません。' : `${put}点をかごに追加しました。`
  const named = changes.slice(0, mostNamed).map(changeText)
  const rest = changes.length - named.length
  return [first, ...named, ...(rest > 0 ? [`他${rest}件の変更があります。`] : [])].join('\n')
}

function changeText({ name, kind, before, after }: ReorderChange): string {
  switch (kind) {
    case 'gone':
      return `「${name}」は現在注文できません。`
    case 'less':
      return `「${name}」は在庫が少ないため、${before}から${after}に変更しました。`
    case 'more':
      return `「${name}」は${after}から注文できるため、${before}から${after}に変更しました。`
    case 'dearer':
      return `「${name}」は値上がりしました：${formatYen(before)} → ${formatYen(after)}`
    case 'cheaper':
      return `「${name}」は値下がりしました：${formatYen(before)} → ${formatYen(after)}`
  }
}
