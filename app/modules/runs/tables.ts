import type { Temperature } from '#kernel/enums.ts'
import type { CartId, ClosingId, FarmId, KitchenId, OrderId, RunId } from '#kernel/ids.ts'
import type { JstDate, MinuteOfDay, Weekday } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type RunsTables = {
  runs: {
    id: RunId
    farmId: FarmId
    name: string
    priceBy: 'box' | 'point'
    unitYen: Yen
    minimumYen: Yen
    capacityPoints: number
    weekdays: Weekday[]
    leadDays: number
    cutoffDays: number
    cutoffMinute: MinuteOfDay
    temperatures: Temperature[]
    areas: string[]
    createdAt: Date
    endedAt: Date | null
  }
  runStops: { runId: RunId; ordinal: number; place: string; untilMinute: MinuteOfDay }
  runFarms: {
    runId: RunId
    farmId: FarmId
    stop: number
    invitedAt: Date
    joinedAt: Date | null
    leftAt: Date | null
  }
  runChoices: { cartId: CartId; farmId: FarmId; runId: RunId }
  runDays: { runId: RunId; deliveryOn: JstDate; takenPoints: number }
  runOrders: {
    orderId: OrderId
    runId: RunId
    deliveryOn: JstDate
    kitchenId: KitchenId
    farmId: FarmId
    points: number
    boxes: number
    releasedAt: Date | null
  }
  /** What the runner earned by an order, and the farm of the goods pays. */
  runFreights: {
    orderId: OrderId
    runId: RunId
    farmId: FarmId
    runnerId: FarmId
    suppliedOn: JstDate
    baseYen: Yen
    taxYen: Yen
    at: Date
  }
  closingRunFreights: { orderId: OrderId; side: 'rider' | 'runner'; closingId: ClosingId }
}
