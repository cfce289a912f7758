import type { FarmShipping } from './farm-shipping.server.ts'
import { cutoffOf, type TypedShipping } from './shipping-fields.ts'

/** The rules of a farm as typed values; the inverse of readShipping. */
export function typedShippingOf(shipping: FarmShipping): TypedShipping {
  const packingHour = Math.floor(shipping.packingMinute / 60)
  const cutoff = cutoffOf(shipping.cutoffHoursBeforePacking, packingHour)
  return {
    shipWeekdays: shipping.shipWeekdays.join(','),
    shipsOnHolidays: shipping.shipsOnHolidays ? 'on' : '',
    packingHour: String(packingHour),
    cutoff: cutoff ?? '',
    // a cutoff that is not in the list stays unchanged
    cutoffHours: cutoff ? '' : String(shipping.cutoffHoursBeforePacking),
    answerHours: String(shipping.answerHoursAfterCutoff),
    freeFreight: shipping.freeFreightFromYen === null ? '' : String(shipping.freeFreightFromYen),
    minOrder: shipping.minOrderYen === 0 ? '' : String(shipping.minOrderYen),
    lateCancel: shipping.lateCancelPercent === 0 ? '' : String(shipping.lateCancelPercent),
    autoAccept: shipping.autoAccept ? 'on' : '',
  }
}
