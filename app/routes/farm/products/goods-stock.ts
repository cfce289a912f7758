import { data } from 'react-router'
import { parseId } from '#kernel/ids.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { changeRows, stepStock } from '#modules/products/state-stock.server.ts'
import { staleForm, typedIn } from '#web/form.ts'
import { queuedMutationAction } from '#web/queued-mutation.server.ts'

const mostStock = 9_999

/**
 * One change of a stock, as the list queues it on the device: a step relative to the current number, or a typed number
 * that replaces the displayed one. Answered in JSON: the new stock, or a sentence.
 */
export const action = queuedMutationAction(async (ctx, form) => {
  const sent = typedIn(form)
  const id = parseId<'product'>(sent.id)
  const [by, to, seen] = [wholeNumber(sent.by), parseWholeNumber(sent.to), parseWholeNumber(sent.seen)]
  const key = sent.key ?? ''
  if (!id) return refused(staleForm)
  if (by !== null && Math.abs(by) <= mostStock) {
    const done = await stepStock(ctx, { id, by, key })
    return done.ok ? { done: done.value } : refused(goodsRefusalText(done.refusal, done.detail))
  }
  if (to === null || to > mostStock || seen === null) return refused(staleForm)
  const done = await changeRows(ctx, { key, rows: [{ id, stock: { to, seen } }] })
  return done.ok ? { done: { stock: to } } : refused(goodsRefusalText(done.refusal, done.detail))
})

const refused = (sentence: string) => ({ sentence })

/** −3 and 12; null for anything but a whole number. */
const wholeNumber = (text: string | undefined): number | null => (/^-?\d{1,5}$/.test(text ?? '') ? Number(text) : null)

export const loader = () => {
  throw data(null, { status: 405 })
}
