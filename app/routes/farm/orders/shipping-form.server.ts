import { z } from 'zod'
import { parseId } from '#kernel/ids.ts'
import { type FarmShipping, rules, saveShipping, saveWeek } from '#modules/products/farm-shipping.server.ts'
import { cutoffOf, hoursBefore } from '#modules/products/shipping-fields.ts'
import type { Fate } from '#modules/products/vacation/vacations.server.ts'
import { copyOf, type ReadForm, readForm } from '#web/read-form.server.ts'

/** The forms of the farm's shipping rules: an unticked box is a no, an empty amount has a meaning of its own. */

const noBox = z.boolean().default(false)
const Week = z.object({ ...saveWeek.declaration.input, shipsOnHolidays: noBox })
const Rules = z.object({
  ...saveShipping.declaration.input,
  shipsOnHolidays: noBox,
  autoAccept: noBox,
  freeFreightFromYen: rules.freeFreightFromYen.default(null),
  minOrderYen: rules.minOrderYen.default(rules.minOrderYen.parse(0)),
  lateCancelPercent: rules.lateCancelPercent.default(0),
})

export const readWeek = (form: FormData) => withFates(readForm(Week, form), form)

/** The cutoff is chosen as a time of a day (`1:18`); the hidden hours are of one that is not in the list. */
export function readShipping(form: FormData) {
  const said = copyOf(form)
  const cutoff = form.get('cutoff')
  if (typeof cutoff === 'string' && cutoff !== '')
    said.set('cutoffHoursBeforePacking', String(hoursBefore(cutoff, Number(form.get('packingHour')))))
  return withFates(readForm(Rules, said, form), form)
}

/** With the decision for each order, as modules/products/ui/hit-orders.tsx asks for it: `fate.<order>`. */
export function withFates<Value>(read: ReadForm<Value>, form: FormData) {
  if (!read.ok) return read
  const orders = [...form].flatMap(([name, said]) => {
    const id = name.startsWith('fate.') ? parseId<'order'>(name.slice(5)) : null
    const fate: Fate | undefined = said === 'ship' || said === 'decline' ? said : undefined
    return id && fate ? [{ id, fate }] : []
  })
  return { ok: true as const, value: { ...read.value, orders } }
}

/** The rules as the form shows them. */
export function shippingTexts(shipping: FarmShipping): Record<string, string> {
  const packingHour = Math.floor(shipping.packingMinute / 60)
  const cutoff = cutoffOf(shipping.cutoffHoursBeforePacking, packingHour)
  return {
    shipWeekdays: shipping.shipWeekdays.join(','),
    shipsOnHolidays: shipping.shipsOnHolidays ? 'on' : '',
    packingHour: String(packingHour),
    cutoff: cutoff ?? '',
    // a cutoff that is not in the list stays unchanged
    cutoffHoursBeforePacking: cutoff ? '' : String(shipping.cutoffHoursBeforePacking),
    answerHoursAfterCutoff: String(shipping.answerHoursAfterCutoff),
    freeFreightFromYen: String(shipping.freeFreightFromYen ?? ''),
    minOrderYen: String(shipping.minOrderYen || ''),
    lateCancelPercent: String(shipping.lateCancelPercent || ''),
    autoAccept: shipping.autoAccept ? 'on' : '',
  }
}
