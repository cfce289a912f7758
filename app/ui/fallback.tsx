import { Component, type CSSProperties, type ReactNode } from 'react'
import { errorWords } from './constants.ts'

/** Around the error page: if rendering it fails as well, a page that depends on nothing, neither style nor script. */
export class ErrorPageGuard extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? <Fallback /> : this.props.children
  }
}

const sheet: CSSProperties = {
  maxWidth: '34rem',
  margin: '0 auto',
  padding: '4rem 1.25rem',
  font: '1rem/1.75 sans-serif',
  textAlign: 'center',
}
const way: CSSProperties = {
  display: 'inline-block',
  minHeight: '2.75rem',
  padding: '0.75rem 1.25rem',
  background: '#17583a',
  color: '#fff',
  borderRadius: '10px',
  textDecoration: 'none',
}

export function Fallback() {
  const { ja, en, back } = errorWords.insideError
  return (
    <main id="main" tabIndex={-1} style={sheet}>
      <h1 style={{ fontSize: '1.5rem', lineHeight: 1.4, fontWeight: 700 }}>{ja}</h1>
      <p lang="en">{en}</p>
      <p style={{ marginTop: '2rem' }}>
        <a href="/" style={way}>
          {back.ja} <small lang="en">{back.en}</small>
        </a>
      </p>
    </main>
  )
}

/** The same as a whole document, for the server. */
export const FallbackDocument = () => (
  <html lang="ja" style={{ colorScheme: 'light dark' }}>
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>エラー｜畝と皿</title>
    </head>
    <body>
      <Fallback />
    </body>
  </html>
)
