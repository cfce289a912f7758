import type { z } from 'zod'
import { z as zod } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import { plainInstructions, shortageInstructions, slots } from '#kernel/enums.ts'
import { formatYen } from '#kernel/format.ts'
import { type FarmId, type KitchenId, type OrderId, type ProductId, parseId } from '#kernel/ids.ts'
import { type JstDate, type MinuteOfDay, parseJstDate } from '#kernel/jst.ts'
import type { Result } from '#kernel/result.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { yen } from '#kernel/yen.ts'
import { setCartLine, setFarmWish, setShortageInstruction, setWishedDay } from '#modules/cart/change-cart.server.ts'
import { holdCart } from '#modules/cart/hold-cart.server.ts'
import { type CartRefusal, cartRefusalText } from '#modules/cart/refusal-text.ts'
import { type ReorderChange, type Reordered, reorder } from '#modules/cart/reorder.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { type Problem, parseForm, staleForm, typedIn } from '#web/form.ts'
import { safeReturn } from '#web/page.server.ts'

type Answer = { problem: Problem } | { to: string | Response | null; heldUntil?: Date | null }

const id = <Of extends string>() =>
  zod.string().transform((text, check) => {
    const known = parseId<Of>(text)
    if (known) return known
    check.addIssue({ code: 'custom', message: staleForm })
    return zod.NEVER
  })
const day = zod.string().transform((text, check): JstDate | null => {
  if (text === '') return null
  const known = parseJstDate(text)
  if (known) return known
  check.addIssue({ code: 'custom', message: '日を選んでください。' })
  return zod.NEVER
})

const Instruction = zod.object({ productId: id<'product'>(), onShortage: zod.enum(shortageInstructions) })

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
    ...(most !== null && { substituteMaxYen: yen(most) }),
    ...(otherwise && { otherwise }),
    ...(substitutes.length > 0 && { substitutes }),
  }
}

const Wished = zod.object({ day })
const FarmWish = zod.object({
  farmId: id<'farm'>(),
  day: day.optional(),
  slot: zod.enum(slots).optional(),
  note: zod.string().trim().max(400, '伝言は400文字までです。短くしてください。').optional(),
})

/** One form about the cart: its result, or the sentences for its fields. */
export async function changeCart(ctx: Ctx, kitchenId: KitchenId, form: FormData): Promise<Answer> {
  switch (form.get('intent')) {
    case 'line':
      return changeLine(ctx, kitchenId, form)
    case 'instruction':
      return parsed(Instruction, form, (value) =>
        setShortageInstruction(ctx, { kitchenId, ...value, ...termsIn(form) }),
      )
    case 'wished':
      return parsed(Wished, form, (value) => setWishedDay(ctx, { kitchenId, day: value.day }))
    case 'farm':
      return parsed(FarmWish, form, ({ farmId, ...wish }) =>
        setFarmWish(ctx, { kitchenId, farmId: farmId as FarmId, ...wish }),
      )
    case 'hold': {
      const held = await holdCart(ctx, { kitchenId })
      return { ...answerTo(held, form), heldUntil: held.ok ? held.value.until : null }
    }
    case 'reorder':
      return orderAgain(ctx, kitchenId, form)
    default:
      return { problem: problemOf(staleForm, form) }
  }
}

/** A button of the stepper sends `qty`; Enter in the field sends `typed` and means the value of the field. */
async function changeLine(ctx: Ctx, kitchenId: KitchenId, form: FormData): Promise<Answer> {
  const productId = parseId<'product'>(form.get('productId'))
  if (!productId) return { problem: problemOf(staleForm, form) }
  const qty = parseWholeNumber(form.get(form.has('typed') ? 'qty-typed' : 'qty'))
  // 0 removes a product only by its own button: a typed 0 is more likely a mistake.
  if (qty === null || qty < 0 || (qty === 0 && form.has('typed')))
    return { problem: problemOf(cartRefusalText('bad_quantity'), form, 'qty') }
  const { data: onShortage } = zod.enum(shortageInstructions).safeParse(form.get('onShortage'))
  return answerTo(
    await setCartLine(ctx, { kitchenId, productId: productId as ProductId, qty, onShortage }),
    form,
    'qty',
  )
}

async function parsed<Shape extends z.ZodType>(
  shape: Shape,
  form: FormData,
  run: (value: z.infer<Shape>) => Promise<Result<unknown, CartRefusal>>,
): Promise<Answer> {
  const read = parseForm(shape, form)
  return read.ok ? answerTo(await run(read.value), form) : { problem: read.problem }
}

/** The field of a refusal. */
export const fieldOfCart: Partial<Record<CartRefusal, string>> = {
  day_past: 'day',
  no_substitute: 'substitute',
  no_ceiling: 'maxYen',
}

function answerTo(result: Result<unknown, CartRefusal>, form: FormData, field?: string): Answer {
  if (!result.ok)
    return {
      problem: problemOf(cartRefusalText(result.refusal, result.detail), form, field ?? fieldOfCart[result.refusal]),
    }
  const returnTo = form.get('returnTo')
  return { to: typeof returnTo === 'string' ? safeReturn(returnTo, '/restaurant/cart') : null }
}

const problemOf = (sentence: string, form: FormData, field?: string): Problem => ({
  fields: field ? { [field]: sentence } : {},
  summary: sentence,
  typed: typedIn(form),
})

async function orderAgain(ctx: Ctx, kitchenId: KitchenId, form: FormData): Promise<Answer> {
  const orderIds = form.getAll('orderId').flatMap((text) => parseId<'order'>(text) ?? []) as OrderId[]
  if (orderIds.length === 0 || orderIds.length > 50) return { problem: problemOf(staleForm, form) }
  const reordered = await reorder(ctx, { kitchenId, orderIds })
  if (!reordered.ok) return { problem: problemOf(staleForm, form) }
  return { to: await redirectWithFlash('/restaurant/cart', reorderedText(reordered.value)) }
}

/** The sentence is stored in a cookie, so its length is limited. */
const mostNamed = 12

export function reorderedText({ put, changes }: Reordered): string {
  const first = put === 0 ? 'いま注文できる品がありません。' : `${put}品をかごに入れました。`
  const named = changes.slice(0, mostNamed).map(changeText)
  const rest = changes.length - named.length
  return [first, ...named, ...(rest > 0 ? [`ほか${rest}件の変更があります。`] : [])].join('\n')
}

function changeText({ name, kind, before, after }: ReorderChange): string {
  switch (kind) {
    case 'gone':
      return `「${name}」はいま注文できません。`
    case 'less':
      return `「${name}」は残りが少なく、${before}から${after}にしました。`
    case 'more':
      return `「${name}」は${after}から注文できるので、${before}から${after}にしました。`
    case 'dearer':
      return `「${name}」は値上がりしました：${formatYen(before)} → ${formatYen(after)}`
    case 'cheaper':
      return `「${name}」は安くなりました：${formatYen(before)} → ${formatYen(after)}`
  }
}
