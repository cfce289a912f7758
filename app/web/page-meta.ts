import type { MetaDescriptor } from 'react-router'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

export type PublicPage = {
  title: string
  /** One or two sentences, as a search engine shows them. */
  description: string
  /** The address as links spell it; matching is case-insensitive, this one is canonical. */
  path: string
  /** The address of a share image of 1200 × 630. */
  image?: string
  /** Its subject in the vocabulary of schema.org. */
  structured?: (origin: string) => Record<string, unknown>
}

/** Title, description, canonical address, sharing and structured data of a public page. */
export function publicMeta(matches: Matches, page: PublicPage): MetaDescriptor[] {
  const origin = originOf(matches)
  const title = titled(page.title)
  const image = `${origin}${page.image ?? '/share.png'}`
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: `${origin}${page.path}` },
    { property: 'og:site_name', content: siteName },
    { property: 'og:locale', content: 'ja_JP' },
    { property: 'og:type', content: page.path === '/' ? 'website' : 'article' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: `${origin}${page.path}` },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.structured ? [{ 'script:ld+json': page.structured(origin) } as MetaDescriptor] : []),
  ]
}

/**
 * Title and description of a private page: nothing for search engines, nothing to share. `description`: where the title
 * alone does not say what can be done there.
 */
export const ownMeta = (title: string, description?: string): MetaDescriptor[] => [
  { title: titled(title) },
  { name: 'description', content: description ?? `飲食店と生産者の市場「${siteName}」の「${title}」の画面です。` },
  { name: 'robots', content: 'noindex' },
]

const siteName = '畝と皿'
const titled = (title: string) => (title.includes(siteName) ? title : `${title}｜${siteName}`)

/** Our public origin; the root has it from the server. */
function originOf(matches: Matches): string {
  const data = matches.find((match) => match?.id === 'root')?.loaderData
  return typeof data === 'object' && data !== null && 'origin' in data && typeof data.origin === 'string'
    ? data.origin
    : ''
}
