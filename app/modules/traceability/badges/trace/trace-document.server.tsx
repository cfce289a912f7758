import { renderToStaticMarkup } from 'react-dom/server'
import type { JstDate } from '#kernel/jst.ts'
import tokens from '#styles/tokens.css?inline'
import { standInFaces, webFontFaces } from '#ui/fonts.ts'
import type { TracePage } from '../trace.server.ts'
import { guestWords } from './labels.ts'
import { type GuestLanguage, guestLanguages } from './language.ts'
import { asScriptText, structuredTrace } from './structured-data.ts'
import appearance from './ui/trace.css?inline'
import { TraceBody } from './ui/trace-page.tsx'

type TraceDocument = {
  page: TracePage
  language: GuestLanguage
  today: JstDate
  /** Our origin, without a trailing slash. */
  origin: string
}

/**
 * The whole document of the page behind a badge: rendered once and sent as it is, without the scripts of our other
 * pages, so that it loads fast on a guest's phone. Its styles are inline. Names are escaped by React, and the
 * structured data by asScriptText.
 */
export function traceDocument({ page, language, today, origin }: TraceDocument): string {
  const words = guestWords[language]
  const [plain, own] = [tracePath(page.token, 'ja'), tracePath(page.token, language)]
  const title = page.state === 'valid' ? words.title(page.shop) : words.endedTitle(page.shop)
  const description =
    page.state === 'valid'
      ? words.description(
          page.shop,
          page.farms.slice(0, 6).map(({ name }) => name),
        )
      : words.ended(page.shop)
  const html = renderToStaticMarkup(
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <meta name="description" content={description} />
        {page.state === 'ended' && <meta name="robots" content="noindex" />}
        <link rel="canonical" href={origin + own} />
        {guestLanguages.map((one) => (
          <link key={one} rel="alternate" hrefLang={one} href={origin + tracePath(page.token, one)} />
        ))}
        <link rel="alternate" hrefLang="x-default" href={origin + plain} />
        <meta property="og:site_name" content="畝と皿" />
        <meta property="og:type" content="website" />
        <meta property="og:locale" content={words.locale.replace('zh-Hant-', 'zh-').replace('-', '_')} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={origin + own} />
        <meta
          property="og:image"
          content={`${origin}${page.state === 'valid' ? sharePath(page.token) : '/share.png'}`}
        />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta name="twitter:card" content="summary_large_image" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#19211d" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own two files of styles */}
        <style dangerouslySetInnerHTML={{ __html: standInFaces + webFontFaces + tokens + appearance }} />
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no sign can end the element
          dangerouslySetInnerHTML={{ __html: asScriptText(structuredTrace(page, { origin, path: own, language })) }}
        />
      </head>
      <body>
        <TraceBody page={page} language={language} today={today} />
      </body>
    </html>,
  )
  return `<!doctype html>${html}`
}

/** Japanese is served at the plain address (to programs, at least), so it has no second one. */
const tracePath = (token: string, language: GuestLanguage): string =>
  language === 'ja' ? `/trace/${token}` : `/trace/${token}?lang=${language}`

const sharePath = (token: string): string => `/share/trace/${token}`
