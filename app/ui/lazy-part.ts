import { type FunctionComponent, lazy } from 'react'

/**
 * A part of a page whose script is loaded after the page's own; the server renders it immediately. If the script cannot
 * be loaded, the part suspends for ever instead of failing: a suspended boundary keeps the server's HTML, which can be
 * read and works as without script, whereas a failure would replace all of it by the error page. Write the
 * `import('…')` at the call, or the part is not split off.
 */
export const lazyPart = <Props extends object>(load: () => Promise<{ default: FunctionComponent<Props> }>) =>
  lazy(() => load().catch(() => new Promise<never>(() => {})))
