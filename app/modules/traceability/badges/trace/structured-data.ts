import type { TracePage } from '../trace.server.ts'
import { longDay } from './guest-days.ts'
import { guestWords } from './labels.ts'
import type { GuestLanguage } from './language.ts'
import { prefectureName } from './prefecture-names.ts'
import { produceName } from './produce-names.ts'

type TraceAddress = { origin: string; path: string; language: GuestLanguage }

/**
 * The content of the page in terms of schema.org: a page about a restaurant, and the farms that it mentions. No
 * `Product` and no `Offer`, which would require a price.
 */
export function structuredTrace(page: TracePage, { origin, path, language }: TraceAddress): Record<string, unknown> {
  const words = guestWords[language]
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    url: `${origin}${path}`,
    inLanguage: language,
    name: page.state === 'valid' ? words.title(page.shop) : words.endedTitle(page.shop),
    isPartOf: { '@type': 'WebSite', name: '畝と皿', url: `${origin}/` },
    mainEntity: { '@type': 'Restaurant', name: page.shop },
    ...(page.state === 'valid' && {
      temporalCoverage: `${page.from}/${page.wholeUntil}`,
      mentions: page.farms.map((farm) => ({
        '@type': 'Organization',
        name: farm.name,
        address: {
          '@type': 'PostalAddress',
          addressCountry: 'JP',
          ...(farm.prefecture && { addressRegion: prefectureName(farm.prefecture, language) }),
          addressLocality: farm.place,
        },
        knowsAbout: farm.goods.map(({ name, itemKey }) => produceName(itemKey, language) ?? name),
        description: `${words.lastDelivery}: ${longDay(farm.lastOn, language)}`,
      })),
    }),
  }
}

/** For the text of a script element: nothing in it can end the element or begin a comment. */
export const asScriptText = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
