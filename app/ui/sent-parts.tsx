import { createContext, type FunctionComponent, use } from 'react'

/** On the server: the parts of the page that is being written whose scripts come after the page's own, outer ones first. */
export const SentPartsContext = createContext<Set<string> | null>(null)

/**
 * `import Part from './part.tsx' with { load: 'later' }` becomes this on the server (scripts/load-later.ts). Not within `Kept`, which
 * is written outside of the page.
 * @public
 */
export const sentPart = <Props extends object>(id: string, Part: FunctionComponent<Props>): FunctionComponent<Props> =>
  function SentPart(props) {
    use(SentPartsContext)?.add(id)
    return <Part {...props} />
  }
