import { createElement, type FunctionComponent, lazy, useState } from 'react'
import { isWide } from './browser-state.ts'

type Load<Props> = () => Promise<{ default: FunctionComponent<Props> }>

/**
 * By hand only for what no server renders. If the script cannot be loaded, the part waits for ever instead of failing, which would
 * put the error page in the place of all of it. Write the `import('…')` where it is called, or the part is not split off.
 */
export const lazyPart = <Props extends object>(load: Load<Props>) =>
  lazy(() => load().catch(() => new Promise<never>(() => {})))

/**
 * `import Part from './part.tsx' with { load: 'later' }` becomes this in the browser (scripts/load-later.ts). While it waits,
 * the server's HTML stays, which can be read and works as without script.
 * @public
 */
export const laterPart = <Props extends object>(id: string, load: Load<Props>) => partOf(id, load, lazyPart(load))

/**
 * `with { load: 'later-or-fail' }`: for the error page, which says itself what to do without it.
 * @public
 */
export const laterPartOrFail = <Props extends object>(id: string, load: Load<Props>) => partOf(id, load, lazy(load))

/** Before the id of a part that is shown on a PC only (sent-parts.tsx). */
export const onPcOnly = '~'

/** Of the scripts that are there, by the id of the part. Several may load one part: they are given the same component. */
const loaders = new Map<string, Load<never>>()
const loaded = new Map<string, FunctionComponent<never>>()

function partOf<Props extends object>(
  id: string,
  load: Load<Props>,
  Lazy: FunctionComponent<Props>,
): FunctionComponent<Props> {
  loaders.set(id, load)
  return function LaterPart(props) {
    // the same while it is shown: another one would be drawn anew
    const [Part] = useState(() => (loaded.get(id) as FunctionComponent<Props> | undefined) ?? Lazy)
    return createElement(Part, props)
  }
}

/**
 * Loads the parts that the server has rendered (sent-parts.tsx), outer ones first, before React takes the page over: what it cannot
 * take over yet it replaces when the data around it change, and what was typed there is lost (docs/decisions/0138). A part
 * that cannot be loaded is left out; after `atLatest` ms the page no longer waits for the rest.
 */
export async function loadSentParts(ids: readonly string[], atLatest: number): Promise<void> {
  const late = new Promise<void>((done) => setTimeout(done, atLatest))
  async function loadInOrder(): Promise<void> {
    for (const sent of ids) {
      const [id, isMeant] = sent.startsWith(onPcOnly) ? [sent.slice(onPcOnly.length), isWide()] : [sent, true]
      if (!isMeant) continue
      const part = await loaders
        .get(id)?.()
        .catch(() => undefined)
      if (part) loaded.set(id, part.default)
    }
  }
  await Promise.race([loadInOrder(), late])
}
