import { grams } from '#kernel/grams.ts'
import { parseKilograms, parseWholeNumber } from '#kernel/text.ts'
import { chosenCarrier } from '#modules/delivery/carrier-word.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { reservedQuantity } from '#modules/ordering/reserved-quantity.ts'
import { nominalQuantity } from '#modules/pricing/line-terms.ts'
import { pieceWeights, sumOfPieces } from './piece-weights.ts'

/** What was pressed, as form fields. */
type Pressed = { fields: readonly (readonly [name: string, value: unknown])[] }
type Seen = { order: OrderDetail; packed: boolean }

/**
 * The order as it will be once the device's queue has arrived, so that the next step can be done offline. Contains only
 * what the farmer's own page needs; the server checks and calculates. `open`: the next step depends on the chef's
 * instruction, which only the server reads.
 */
export function afterQueuedMutations(seen: Seen, presses: readonly Pressed[]): Seen & { open: boolean } {
  return presses.reduce<Seen & { open: boolean }>((now, press) => after(now, new Map(press.fields)), {
    ...seen,
    open: false,
  })
}

function after(now: Seen & { open: boolean }, said: ReadonlyMap<string, unknown>): Seen & { open: boolean } {
  const text = (name: string) => String(said.get(name) ?? '')
  const { order } = now
  switch (text('intent')) {
    case 'accept':
      return { ...now, order: { ...order, state: 'accepted', lines: order.lines.map(acceptedLine) } }
    case 'acceptPart':
      return { ...now, open: true }
    case 'prepare':
      return { ...now, order: { ...order, state: 'preparing' } }
    case 'pack':
      return {
        ...now,
        packed: true,
        order: {
          ...order,
          lines: order.lines.map((line) => packedLine(line, text)),
        },
      }
    case 'ship':
      return {
        ...now,
        order: {
          ...order,
          state: 'shipped',
          parcels: order.parcels.map((parcel) =>
            said.has(`unused.${parcel.id}`)
              ? { ...parcel, unused: true }
              : !parcel.tracked
                ? parcel
                : {
                    ...parcel,
                    carrier: chosenCarrier(text(`carrier.${parcel.id}`), text(`carrierName.${parcel.id}`)),
                    trackingNumber: text(`number.${parcel.id}`),
                  },
          ),
        },
      }
    default:
      return now
  }
}

type Line = OrderDetail['lines'][number]

const acceptedLine = (line: Line): Line => ({
  ...line,
  orderedBefore: null,
  quantities: { ...line.quantities, confirmed: nominalQuantity(line, reservedQuantity(line)) },
})

function packedLine(line: Line, typed: (name: string) => string): Line {
  const qty = parseWholeNumber(typed(`qty.${line.id}`))
  if (qty === null) return line
  const pieces = line.catchWeight ? pieceWeights(line.id, qty, typed) : []
  const weight = pieces?.length ? sumOfPieces(pieces) : parseKilograms(typed(`kg.${line.id}`))
  const nominal = nominalQuantity(line, qty)
  return {
    ...line,
    quantities: { ...line.quantities, shipped: weight === null ? nominal : { qty, grams: grams(weight) } },
  }
}
