import { createElement, type FunctionComponent, lazy, useState } from 'react'

type Load<Props> = () => Promise<{ default: FunctionComponent<Props> }>

/**
 * A part of a page whose script comes after the page's own, and which no server renders. If the script cannot be loaded, the part
 * waits for ever instead of failing, which would put the error page in the place of all of it.
 */
export const lazyPart = <Props extends object>(load: Load<Props>) =>
  lazy(() => load().catch(() => new Promise<never>(() => {})))

/**
 * `import Part from './part.tsx' with { load: 'later' }` becomes this in the browser (scripts/load-later.ts). While it waits,
 * the server's HTML stays, which can be read and works as without script.
 */
export const laterPart = <Props extends object>(id: string, load: Load<Props>) => partOf(id, load, lazyPart(load))

/** `with { load: 'later-or-fail' }`: for the error page, which says itself what to do without it. */
export const laterPartOrFail = <Props extends object>(id: string, load: Load<Props>) => partOf(id, load, lazy(load))

/** Of the scripts that are there, by id. */
const loaders = new Map<string, () => Promise<void>>()

function partOf<Props extends object>(
  id: string,
  load: Load<Props>,
  Lazy: FunctionComponent<Props>,
): FunctionComponent<Props> {
  let Loaded: FunctionComponent<Props> | undefined
  loaders.set(id, async () => {
    Loaded = (await load()).default
  })
  return function LaterPart(props) {
    // the same while it is shown: React would draw another one anew
    const [Part] = useState(() => Loaded ?? Lazy)
    return createElement(Part, props)
  }
}

/**
 * Loads the parts that the server has rendered (sent-parts.tsx), outer ones first, before React takes the page over. React replaces
 * what it cannot take over yet when the data around it change: with it goes what was typed there. A part that cannot be loaded is
 * left out.
 */
export async function loadSentParts(ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await loaders
      .get(id)?.()
      .catch(() => undefined)
}
