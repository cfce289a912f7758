import type { ColumnType, Generated } from 'kysely'
import type { Temperature } from '#kernel/enums.ts'
import type { DeliveryWayId, FarmId, FreightTableId } from '#kernel/ids.ts'
import type { JstDate, Weekday } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import type { DistanceFees } from './distance-fees.ts'
import type { FreightRowKind } from './freight-rates.ts'
import type { WayKind } from './ways.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type DeliveryTables = {
  /** Without a farm: for everyone. */
  freightTables: {
    id: FreightTableId
    farmId: FarmId | null
    carrier: string
    number: number
    validFrom: JstDate
    isDemo: Generated<boolean>
    madeBy: string
    createdAt: Date
  }
  freightRows: {
    tableId: FreightTableId
    kind: FreightRowKind
    origin: string
    destination: string
    yen: (number | null)[]
  }
  /** Ended, never rewritten. */
  deliveryWays: {
    id: DeliveryWayId
    farmId: FarmId
    kind: WayKind
    name: string
    prefectures: string[]
    postalCodes: string[]
    weekdays: Weekday[]
    temperatures: Temperature[]
    feeYen: Yen
    distanceFees: ColumnType<DistanceFees | null, string | null, never>
    freeFromYen: Yen | null
    leadDays: number
    cutoffHours: number | null
    hours: string
    place: string
    createdAt: Date
    endedAt: Generated<Date | null>
  }
  farmCarriers: { farmId: FarmId; chosenAt: Date; carrier: string }
}
