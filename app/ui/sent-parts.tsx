import { createContext, Fragment, type FunctionComponent, type ReactNode, use } from 'react'
import { onPcOnly } from './later-part.ts'

/**
 * On the server: notes, by its id, a part of the page that is being written whose script comes after the page's own. Outer ones
 * come first.
 */
export const SentPartsContext = createContext<((id: string) => void) | null>(null)

/** Around parts that are shown on a PC only: their scripts are not asked for elsewhere. */
export const PartsOnPcOnly = import.meta.env.SSR ? NotedForPc : Fragment

function NotedForPc({ children }: { children: ReactNode }) {
  const note = use(SentPartsContext)
  return (
    <SentPartsContext value={note && ((id) => note(id.startsWith(onPcOnly) ? id : onPcOnly + id))}>
      {children}
    </SentPartsContext>
  )
}

/**
 * `import Part from './part.tsx' with { load: 'later' }` becomes this on the server (scripts/load-later.ts). Not within `Kept`, which
 * is written outside of the page.
 * @public
 */
export const sentPart = <Props extends object>(id: string, Part: FunctionComponent<Props>): FunctionComponent<Props> =>
  function SentPart(props) {
    use(SentPartsContext)?.(id)
    return <Part {...props} />
  }
