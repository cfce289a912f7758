import { type ReactNode, use } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  type MetaFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
} from 'react-router'
import './styles/app.css'
import { ErrorPage } from './ui/error-page.tsx'
import { NonceContext } from './ui/nonce.ts'

export const meta: MetaFunction = () => [{ title: '畝と皿' }]

/** A route says whose it is by `handle.role`; type and targets follow (tokens.css §4). */
function useRole(): string | undefined {
  const matches = useMatches()
  for (const { handle } of matches.toReversed())
    if (typeof handle === 'object' && handle !== null && 'role' in handle && typeof handle.role === 'string')
      return handle.role
  return undefined
}

export function Layout({ children }: { children: ReactNode }) {
  const role = useRole()
  const nonce = use(NonceContext)
  return (
    <html lang="ja" data-role={role}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#17583a" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="preload" href="/fonts/seed-num.woff2" as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#main">
          本文へ
        </a>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
}
