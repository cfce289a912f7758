import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { divideArrivals, isAbout } from './arrival-fields.ts'

const [order, other] = [newId<'order'>(), newId<'order'>()]
const [line, second] = [newId<'orderLine'>(), newId<'orderLine'>()]

function aForm(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('every ticked order has a form of its own, with the fields of a single receipt', () => {
  const form = aForm({
    receivedBy: '葵',
    [`take.${order}`]: 'on',
    [`key.${order}`]: 'k1',
    [`of.${order}`]: `${line},${second}`,
    [`chilled.${order}`]: '4.5',
    [`verdict.${line}`]: 'short',
    [`qty.${line}`]: '1',
    [`kept.${line}.abc`]: 'on',
    [`key.${other}`]: 'k2',
    [`verdict.${newId()}`]: 'damaged',
  })
  const [own, ...others] = divideArrivals(form)
  expect(others).toEqual([])
  expect(own?.orderId).toBe(order)
  expect(Object.fromEntries(own?.form ?? [])).toEqual({
    key: 'k1',
    receivedBy: '葵',
    chilled: '4.5',
    frozen: '',
    [`verdict.${line}`]: 'short',
    [`qty.${line}`]: '1',
    [`kept.${line}.abc`]: 'on',
    // its row was not opened
    [`verdict.${second}`]: 'ok',
  })
})

test('a form without ticks, or with a tick for no order, divides into nothing', () => {
  expect(divideArrivals(aForm({ receivedBy: '葵', [`key.${order}`]: 'k1' }))).toEqual([])
  expect(divideArrivals(aForm({ 'take.everything': 'on' }))).toEqual([])
})

test('a field is about an order, or about one of its lines', () => {
  expect(isAbout(`take.${order}`, order, [])).toBe(true)
  expect(isAbout(`qty.${line}`, order, [{ id: line }])).toBe(true)
  expect(isAbout(`qty.${second}`, order, [{ id: line }])).toBe(false)
  expect(isAbout('receivedBy', order, [{ id: line }])).toBe(false)
})
