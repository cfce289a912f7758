import { useEffect, useEffectEvent, useRef } from 'react'
import { useFetchers, useLocation, useSubmit } from 'react-router'
import { type OnShortage, shortageInstructions } from '#kernel/enums.ts'
import { formatShortDay } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { undo } from '#ui/constants.ts'
import { showToast } from '#ui/toast-list.ts'
import type { ShownCart } from '../shown-cart.ts'
import { flyTag } from './fly-tag.ts'

type Sent = { productId: string; qty: number }
type Taken = { name: string; qty: number; onShortage: OnShortage }
/** The wished day, and the farms that had one of their own. */
type Days = { wishedOn: JstDate | null; ofFarms: { farmId: string; day: JstDate }[] }

/**
 * Rendered once beside the pages; watches what is sent about the cart: a tag slides to the cart when something is
 * added, and removals can be undone for a while. So can a day that was chosen elsewhere than in the cart: it moves all
 * that is in it.
 */
export function CartWatch({ cart }: { cart: ShownCart }) {
  const submit = useSubmit()
  const inCartPage = useLocation().pathname.startsWith('/restaurant/cart')
  const fetchers = useFetchers()
  const sending = fetchers.flatMap(({ key, formData }) => sentLine(key, formData))
  const lines = cart.farms.flatMap((farm) => farm.lines)
  const flying = useRef(new Set<string>())
  const taken = useRef(new Map<string, Taken>())
  const days = useRef<Days | null>(null)
  /** What was typed a moment ago and is shown already, but perhaps not in the cart that was read last. */
  const asked = useRef(new Map<string, number>())

  /** What was chosen a moment ago and is shown already, but not in the cart yet. */
  const chosenFor = (productId: string) => {
    const form = fetchers.find(({ key }) => key === `shortage-${productId}`)?.formData
    return shortageInstructions.find((known) => known === form?.get('onShortage'))
  }

  const look = useEffectEvent(() => {
    const inCart = (productId: string) => lines.find((line) => line.productId === productId)
    for (const { productId, qty } of sending) {
      const line = inCart(productId)
      if (line && qty === 0 && !taken.current.has(productId))
        taken.current.set(productId, {
          name: line.name,
          qty: asked.current.get(productId) ?? line.qty,
          onShortage: chosenFor(productId) ?? line.onShortage,
        })
      if (qty > 0) asked.current.set(productId, qty)
      if (qty > (line?.qty ?? 0) && !flying.current.has(productId)) {
        flying.current.add(productId)
        flyTag(productId)
      }
    }
    const onItsWay = new Set(sending.map(({ productId }) => productId))
    for (const productId of flying.current) if (!onItsWay.has(productId)) flying.current.delete(productId)
    for (const productId of asked.current.keys()) if (!onItsWay.has(productId)) asked.current.delete(productId)
    for (const [productId, line] of taken.current) {
      if (onItsWay.has(productId)) continue
      taken.current.delete(productId)
      // it may have been refused, and is then still in the cart
      if (!inCart(productId)) offerBack(productId, line)
    }
    lookAtDays()
  })
  useEffect(() => look())

  const lookAtDays = () => {
    const isSent = fetchers.some(({ key, formData }) => key === 'wished-day' && formData)
    const before = days.current
    if (isSent) days.current ??= daysOf(cart)
    else if (before) {
      days.current = null
      if (before.wishedOn !== cart.wishedOn && cart.lineCount > 0 && !inCartPage) offerDaysBack(before)
    }
  }

  const offerDaysBack = ({ wishedOn, ofFarms }: Days) => {
    const say = (form: Record<string, string>) =>
      submit(form, { method: 'post', action: '/restaurant/cart', navigate: false, fetcherKey: 'days-back' })
    showToast({
      text: `かごの全商品のお届け希望日を${cart.wishedOn ? formatShortDay(cart.wishedOn) : '最短の日'}に変更しました`,
      hideAfter: undo.offeredFor,
      action: {
        label: '元に戻す',
        onPress: async () => {
          await say({ intent: 'wished', day: wishedOn ?? '' })
          for (const farm of ofFarms) await say({ intent: 'farm', ...farm })
        },
      },
    })
  }

  const offerBack = (productId: string, { name, qty, onShortage }: Taken) => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
    showToast({
      text: `「${name}」をかごから削除しました`,
      hideAfter: undo.offeredFor,
      action: {
        label: '元に戻す',
        onPress: () =>
          submit(
            { intent: 'line', productId, qty: String(qty), onShortage },
            { method: 'post', action: '/restaurant/cart', navigate: false, fetcherKey: `qty-${productId}` },
          ),
      },
    })
  }
  return null
}

const daysOf = ({ wishedOn, farms }: ShownCart): Days => ({
  wishedOn,
  ofFarms: farms.flatMap(({ farmId, chosenDay }) => (chosenDay ? [{ farmId, day: chosenDay }] : [])),
})

/** The cart line that a form being sent is about. */
function sentLine(key: string, form: FormData | undefined): Sent[] {
  const productId = form?.get('productId')
  if (!key.startsWith('qty-') || typeof productId !== 'string') return []
  const qty = parseWholeNumber(form?.get(form.has('typed') ? 'qty-typed' : 'qty') ?? null)
  return qty === null ? [] : [{ productId, qty }]
}
