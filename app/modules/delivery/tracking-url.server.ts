import type { Carrier } from '#kernel/enums.ts'
import { knownCarrier } from './carrier-word.ts'
import { defaultTrackingLinks, trackingLink } from './tracking-number.ts'

let links: Readonly<Record<Carrier, string>> = defaultTrackingLinks

/** Carriers move their pages: the settings may replace a pattern (TRACKING_LINK_…). Once, at the start of a process. */
export function replaceTrackingLinks(replaced: Partial<Record<Carrier, string | undefined>>): void {
  links = {
    yamato: replaced.yamato ?? defaultTrackingLinks.yamato,
    sagawa: replaced.sagawa ?? defaultTrackingLinks.sagawa,
    japanpost: replaced.japanpost ?? defaultTrackingLinks.japanpost,
  }
}

/**
 * The page of the carrier for this number, for people to open; null: another carrier without a page. `page`: of another
 * carrier, as its farm states it.
 */
export function trackingUrlOf(carrier: string, number: string, page: string | null): string | null {
  const known = knownCarrier(carrier)
  return known ? trackingLink(known, number, links) : (page?.replaceAll('{n}', encodeURIComponent(number)) ?? null)
}
