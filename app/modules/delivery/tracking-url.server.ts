import type { Carrier } from '#kernel/enums.ts'
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

/** The page of the carrier for this number, for people to open. */
export const trackingUrlOf = (carrier: Carrier, digits: string): string => trackingLink(carrier, digits, links)
