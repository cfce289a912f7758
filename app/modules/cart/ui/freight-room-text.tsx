import { formatYen } from '#kernel/format.ts'
import type { ShownFarm } from '../shown-cart.ts'

/** How many more cost no more freight, for each product; and what a kilogram costs with freight. */
export function FreightRoomText({ farm }: { farm: Pick<ShownFarm, 'lines' | 'withFreightPerKgYen'> }) {
  const rooms = farm.lines.flatMap(({ productId, name, unitLabel, orderStep, freightRoom: room }) => {
    if (!room) return []
    const words =
      room.fits > 0
        ? `あと${room.fits}${unitLabel}まで同じ送料`
        : room.thenYen !== null && `あと${orderStep}${unitLabel}で送料が${formatYen(room.thenYen)}増えます`
    return words ? [{ productId, words: farm.lines.length > 1 ? `${name}：${words}` : words }] : []
  })
  return (
    <>
      {rooms.length > 0 && (
        <ul className="text-sub">
          {rooms.map(({ productId, words }) => (
            <li key={productId}>{words}</li>
          ))}
        </ul>
      )}
      {farm.withFreightPerKgYen !== null && (
        <p className="flex items-baseline justify-between gap-3 text-sub">
          送料込みの1kgあたり（税抜）
          <span className="num">{formatYen(farm.withFreightPerKgYen)}</span>
        </p>
      )}
    </>
  )
}
