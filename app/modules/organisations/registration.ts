import type { JstDate } from '#kernel/jst.ts'

/** A farm's registration as an issuer of qualified invoices. `untilOn`: the first day on which it is no longer valid. */
export type Registration = { number: string; fromOn: JstDate; untilOn: JstDate | null }

/** The number that was valid on the day of supply; null: the farm was not registered then. */
export const registeredOn = (registrations: readonly Registration[], day: JstDate): string | null =>
  registrations.find(({ fromOn, untilOn }) => fromOn <= day && (untilOn === null || day < untilOn))?.number ?? null
