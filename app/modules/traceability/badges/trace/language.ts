/** The languages of a page for guests, as BCP 47 tags. */
export const guestLanguages = ['ja', 'en', 'zh-Hant', 'ko'] as const
export type GuestLanguage = (typeof guestLanguages)[number]

/** Reads `?lang=`; null for a language that we do not have. */
export const parseGuestLanguage = (text: string | null): GuestLanguage | null =>
  guestLanguages.find((language) => language === text) ?? null

/**
 * The language for a guest, by the browser's Accept-Language (RFC 9110 §12.5.4). Clients without the header are
 * programs, and get Japanese; those that accept none of our languages get English. All Chinese is one here: simplified
 * or traditional, it is nearer than English.
 */
export function guestLanguageFor(acceptLanguage: string | null): GuestLanguage {
  const wishes = (acceptLanguage ?? '')
    .split(',')
    .map((part, place) => ({ place, ...wishOf(part) }))
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
  if (wishes.length === 0) return 'ja'
  for (const { tag } of wishes) {
    if (tag === '*') return 'ja'
    const found = byFirstPart[tag.split('-')[0] ?? '']
    if (found) return found
  }
  return 'en'
}

const byFirstPart: Readonly<Record<string, GuestLanguage>> = { ja: 'ja', en: 'en', zh: 'zh-Hant', ko: 'ko' }

function wishOf(part: string): { tag: string; weight: number } {
  const [tag = '', ...terms] = part.split(';').map((term) => term.trim().toLowerCase())
  const weight = terms.find((term) => term.startsWith('q='))?.slice(2)
  return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
}
