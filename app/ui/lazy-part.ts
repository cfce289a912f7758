import { type FunctionComponent, lazy } from 'react'

/**
 * A part of a page whose script comes after the page's own; the server sends it at once. If the script cannot be
 * loaded, the part waits for ever instead of failing: a boundary that waits keeps the server's HTML, which can be read
 * and works as without script, where a failure would put the error page in the place of all of it. Write the
 * `import('…')` where it is called, or the part is not split off.
 *
 * `import Part from './part.tsx' with { load: 'later' }` becomes this in the browser (scripts/load-later.ts); to be
 * called by hand only for what no server renders.
 */
export const lazyPart = <Props extends object>(load: () => Promise<{ default: FunctionComponent<Props> }>) =>
  lazy(() => load().catch(() => new Promise<never>(() => {})))
