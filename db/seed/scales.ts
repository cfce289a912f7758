import { addDays, addHours, jstDate, jstDateOf } from '#kernel/jst.ts'
import { scaleDueOn } from '#modules/organisations/scales/scale.ts'
import type { Row } from './bulk.ts'
import type { SeedFarm } from './farms.ts'
import type { MakeId } from './ids.ts'

/** One scale for each approved farm; that of the last demo farm has to be inspected this month. */
export function makeScales(
  farms: readonly SeedFarm[],
  demo: readonly SeedFarm[],
  now: Date,
  id: MakeId,
): Row<'scales'>[] {
  const today = jstDateOf(now)
  const near = demo.at(-1)
  return farms
    .filter(({ row }) => row.status === 'approved')
    .map((farm, index) => {
      const { row } = farm
      const monthsAgo = farm === near ? 24 : 3 + (index % 12)
      const inspectedOn = firstOfMonth(addDays(today, -Math.round(monthsAgo * 30.4)))
      const markedOn = firstOfMonth(addDays(inspectedOn, -360))
      const addedAt = addHours(row.createdAt, 3)
      return {
        id: id(addedAt),
        farmId: row.id,
        name: '台はかり 30kg',
        serial: `見本-${String(index + 1).padStart(4, '0')}`,
        mark: 'verified',
        markedOn,
        inspectedOn,
        dueOn: scaleDueOn({ markedOn, inspectedOn }),
        addedAt,
        retiredAt: null,
      }
    })
}

const firstOfMonth = (day: string) => jstDate(`${day.slice(0, 7)}-01`)
