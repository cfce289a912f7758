import { type CSSProperties, type ReactNode, Suspense, use } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root.ts'
import { viewerOf } from './authorization/actor.ts'
import type { Ctx } from './authorization/ctx.ts'
import { markOf } from './authorization/mark-of.server.ts'
import { jstDateOf } from './kernel/jst.ts'
import type { Operator } from './kernel/operator.ts'
// For staff alone, and for ten minutes.
import ViewBar from './routes/shell/impersonation-bar.tsx' with { load: 'later' }
import type { Viewing } from './routes/shell/impersonation-bar.tsx'
import { ThemeColor } from './routes/shell/theme-color.tsx'
import { useShownAppearance } from './routes/shell/use-appearance.ts'
import sheet from './styles/app.css?url'
import { AfterStart } from './ui/after-start.tsx'
import { ChunkWatch } from './ui/chunk-watch.tsx'
import { pageFade } from './ui/constants.ts'
// Its script comes when it is wanted, or with the first quiet moment (navigation-help.tsx).
import ErrorPage from './ui/error-page.tsx' with { load: 'later-or-fail' }
import { errorTitle } from './ui/error-title.ts'
import { ErrorPageGuard } from './ui/fallback.tsx'
import { standInFaces, webFontFaces } from './ui/fonts.ts'
import { NonceContext } from './ui/nonce.ts'
import { PageStart } from './ui/page-start.tsx'
import { looksFor } from './web/appearance.server.ts'
import { ownMeta } from './web/page-meta.ts'
import { requestCtx, requestFacts } from './web/request-context.ts'

export const meta = ({ error }: Route.MetaArgs) =>
  error ? ownMeta(errorTitle(error)) : ownMeta('畝と皿', '飲食店が全国の生産者から直接仕入れる市場です。')

/** No query: the session is known already. */
export const loader = ({ request, context }: Route.LoaderArgs) => ({
  appearance: looksFor(context.get(requestCtx), request),
  origin: context.get(requestFacts).secureOrigin,
  /** Which dates leave out (kernel/format.ts). */
  year: jstDateOf(context.get(requestCtx).now).slice(0, 4),
  /** For our scripts (ui/api-client.ts). */
  api: context.get(requestFacts).apiUrl ?? undefined,
  support: supportIn(context.get(requestFacts).operator),
  viewing: viewingIn(context.get(requestCtx)),
  /** The owner of the pages and queued mutations on the device (ui/device). */
  mark: markOf(context.get(requestCtx).actor),
})

/** The text of the bar while staff view as a user; null otherwise. */
function viewingIn({ actor, now }: Ctx): Viewing | null {
  const viewer = viewerOf(actor)
  if (!viewer || !('name' in actor)) return null
  const { adminName, until } = viewer
  return { name: actor.name, adminName, until, seconds: Math.ceil((until.getTime() - now.getTime()) / 1000) }
}

/** The operator's phone; the error page needs it when nothing else can be loaded. */
const supportIn = ({ phone, supportHours }: Operator) => ({ phone, hours: supportHours })

/** The numbers of constants.ts that the styles need (styles/kit/motion.css). */
const motion: CSSProperties & Record<`--${string}`, string> = {
  '--page-out': `${pageFade.out}ms`,
  '--page-in': `${pageFade.in}ms`,
}

/** A route states its side by `handle.role`; type and target sizes follow (tokens.css §4). */
function useRole(): string | undefined {
  const matches = useMatches()
  for (const { handle } of matches.toReversed())
    if (typeof handle === 'object' && handle !== null && 'role' in handle && typeof handle.role === 'string')
      return handle.role
  return undefined
}

export function Layout({ children }: { children: ReactNode }) {
  const role = useRole()
  const appearance = useShownAppearance()
  const nonce = use(NonceContext)
  const root = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang="ja" data-api={root?.api} data-role={role} data-year={root?.year} {...appearance} style={motion}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <ChunkWatch nonce={nonce} />
        <PageStart nonce={nonce} />
        <ThemeColor theme={appearance['data-theme']} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <style>{standInFaces}</style>
        <noscript>
          <style>{webFontFaces}</style>
        </noscript>
        <link rel="stylesheet" href={sheet} />
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#main">
          本文へ移動
        </a>
        <ViewBarPlace />
        {children}
        <AfterStart />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

/** Also over error pages: the view of a user's screens always shows how to leave it. */
function ViewBarPlace() {
  const viewing = useRouteLoaderData<typeof loader>('root')?.viewing
  return viewing ? (
    <Suspense>
      <ViewBar viewing={viewing} />
    </Suspense>
  ) : null
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ErrorPageGuard>
      <Suspense>
        <ErrorPage error={error} help={<Help />} />
      </Suspense>
    </ErrorPageGuard>
  )
}

/** By telephone, if the number is known here; the form in any case. */
function Help() {
  const support = useRouteLoaderData<typeof loader>('root')?.support
  return (
    <>
      {support && (
        <p>
          <a href={`tel:${support.phone}`} className="prose-link inline-flex min-h-11 items-center tabular-nums">
            {support.phone}
          </a>
          <span className="ms-2 text-sub text-ink-2">{support.hours}</span>
        </p>
      )}
      <p>
        <a href="/restaurant/Inquiry" className="prose-link inline-flex min-h-11 items-center">
          お問い合わせ画面へ
        </a>
      </p>
    </>
  )
}
