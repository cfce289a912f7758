import { data } from 'react-router'
import { z } from 'zod'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { changeRows, stepStock } from '#modules/products/state-stock.server.ts'
import { staleForm } from '#web/form.ts'
import { queuedMutationAction } from '#web/queued-mutation.server.ts'
import { readForm } from '#web/read-form.server.ts'

const Step = z.object(stepStock.declaration.input)
const row = changeRows.declaration.input.rows.element.shape
const Stated = z.object({ id: row.id, ...row.stock.unwrap().shape })

/**
 * One change of a stock, as the list queues it on the device: a step relative to the current number, or a typed number
 * that replaces the displayed one. Answered in JSON: the new stock, or a sentence.
 */
export const action = queuedMutationAction(async (ctx, form) => {
  const key = String(form.get('key'))
  const step = readForm(Step, form)
  if (step.ok) {
    const done = await stepStock(ctx, { ...step.value, key })
    return done.ok ? { done: done.value } : { sentence: goodsRefusalText(done.refusal, done.detail) }
  }
  const stated = readForm(Stated, form)
  if (!stated.ok) return { sentence: staleForm }
  const { id, ...stock } = stated.value
  const done = await changeRows(ctx, { key, rows: [{ id, stock }] })
  return done.ok ? { done: { stock: stock.to } } : { sentence: goodsRefusalText(done.refusal, done.detail) }
})

export const loader = () => {
  throw data(null, { status: 405 })
}
