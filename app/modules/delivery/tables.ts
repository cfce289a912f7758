import type { Generated } from 'kysely'
import type { FarmId, FreightTableId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { FreightRowKind } from './freight-rates.ts'

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
  farmCarriers: { farmId: FarmId; chosenAt: Date; carrier: string }
}
