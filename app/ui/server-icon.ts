import { type ComponentType, createElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

type Props = Readonly<Record<string, unknown>>
type Forwarding = { render: (props: Props, ref: null) => ReactNode }
type Drawn = ReactElement<{ children?: ReactNode }>

/** Icons, each in a few sizes and classes. */
const mostKept = 2_000

/**
 * An icon of Lucide on the server: its element is built once for each set of properties, with its lines as ready HTML.
 * The HTML is the same as that of the icon itself, which a browser then takes over (tests/bundler/server-icon.test.ts).
 * scripts/server-icons.ts puts it in place of every icon in the server's bundle.
 */
export function serverIcon(icon: unknown): ComponentType<Props> {
  const kept = new Map<string, Drawn>()
  return (props) => {
    const key = keyOf(props)
    const known = key === null ? undefined : kept.get(key)
    if (known) return known
    const drawn = drawnBy(icon, props)
    if (key === null) return drawn
    const { children, ...attributes } = drawn.props
    const lines = renderToStaticMarkup(children)
    const made: Drawn = createElement('svg', { ...attributes, dangerouslySetInnerHTML: { __html: lines } })
    if (kept.size < mostKept) kept.set(key, made)
    return made
  }
}

/** Null for properties that are not plain words and numbers: those are drawn each time. */
function keyOf(props: Props): string | null {
  let key = ''
  for (const name in props) {
    const value = props[name]
    if (value === undefined) continue
    if (typeof value === 'object' || typeof value === 'function') return null
    key += `${name}=${String(value)};`
  }
  return key
}

/** Lucide's icon forwards to a component that all icons share, and that to the svg. */
function drawnBy(icon: unknown, props: Props): Drawn {
  let drawn = (icon as Forwarding).render(props, null) as Drawn
  while (typeof drawn.type !== 'string')
    drawn = (drawn.type as unknown as Forwarding).render(drawn.props, null) as Drawn
  return drawn
}
