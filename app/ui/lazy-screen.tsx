import { type FunctionComponent, lazy } from 'react'
import { ChunkFailure, openAfresh } from './chunk-reload.ts'

/**
 * The content of a page whose script is too heavy to start with: it is requested immediately and nothing else waits for
 * it; the server sends the HTML, whose forms work before. If it cannot be loaded, the page is loaded as a document, at
 * most once a minute, and otherwise the error page says so, as for the scripts of pages (chunk-guard.tsx). Its styles
 * are imported by the page itself, or the server's HTML has none.
 */
export function lazyScreen<Props extends object>(load: () => Promise<{ default: FunctionComponent<Props> }>) {
  const screen = load().catch((cause: unknown) => {
    if (openAfresh(null)) return new Promise<never>(() => {})
    return {
      default: (_: Props): never => {
        throw new ChunkFailure('A part of the program could not be loaded', { cause })
      },
    }
  })
  return lazy(() => screen)
}
