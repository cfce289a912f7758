import type { Carrier } from './enums.ts'

/**
 * Where a parcel is, in the order in which it usually goes: of two statements of the same minute the later in this list
 * counts (migration 0128 repeats it).
 */
export const knownParcelStates = [
  'handed_over',
  'in_transit',
  'checking',
  'waiting',
  'out_for_delivery',
  'failed_attempt',
  'returned',
  'delivered',
] as const
export type KnownParcelState = (typeof knownParcelStates)[number]

/** What can be said of a parcel; `unknown`: words of a carrier that we cannot read. They move nothing. */
export const parcelStates = ['unknown', ...knownParcelStates] as const
export type ParcelState = (typeof parcelStates)[number]

/** One statement of a carrier about one parcel. */
export type CarrierEvent = {
  /** As the carrier's page says it; null state: it is read from the words. */
  words: string
  state: ParcelState | null
  place: string
  at: Date
}

/** What knows where parcels are. Without one there is only the link to the carrier's own page. */
export type CarrierTracking = {
  /** For staff: which service. */
  description: string
  /** The most numbers of one call. */
  most: number
  /**
   * All that is known of these numbers, in any order; a number that is not known is left out. Throws if the service does not
   * answer: they are asked about again.
   */
  eventsOf(carrier: Carrier, numbers: readonly string[]): Promise<ReadonlyMap<string, readonly CarrierEvent[]>>
  /** Whether a message has the signature of the service. */
  isSigned(body: Uint8Array, signature: string | null): boolean
}
