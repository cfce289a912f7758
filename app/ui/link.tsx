import type { CSSProperties, ReactNode } from 'react'
import {
  type LinkProps,
  type NavLinkProps,
  Link as RouterLink,
  NavLink as RouterNavLink,
  useLocation,
} from 'react-router'

/** A link between our pages: the old page fades out before the new one fades in (styles/kit/motion.css). */
export const Link = (props: LinkProps) => {
  const plain = import.meta.env.SSR ? plainAnchor(props) : null
  return plain ?? <RouterLink viewTransition {...props} />
}

/** A link that says when its page, or one below it, is open. */
export const NavLink = (props: NavLinkProps) =>
  import.meta.env.SSR ? <ServerNavLink {...props} /> : <RouterNavLink viewTransition {...props} />

function ServerNavLink(props: NavLinkProps) {
  const here = useLocation().pathname.toLowerCase()
  const { to, end, className = '', style, children, caseSensitive, ...rest } = props
  const isPlain = [className, style, children].every((value) => typeof value !== 'function') && !caseSensitive
  const [, path] = (typeof to === 'string' && isPlain && /^(\/[\w/-]*)(?:\?[\w=-]*)?$/.exec(to.toLowerCase())) || []
  if (path === undefined) return <RouterNavLink viewTransition {...props} />
  const isActive = here === path || (!end && here.startsWith(/.\/$/.test(path) ? path : `${path}/`))
  return (
    <Link
      {...rest}
      aria-current={isActive ? (rest['aria-current'] ?? 'page') : undefined}
      className={[className, isActive && 'active'].filter(Boolean).join(' ')}
      style={style as CSSProperties | undefined}
      to={to}
    >
      {children as ReactNode}
    </Link>
  )
}

/**
 * What the router's link is in the HTML: no place in the tree, no address to resolve and no handler are needed to write
 * a path that is complete. A page has 150 of them. Null for any other link.
 */
function plainAnchor({ to, target, discover, prefetch, relative, reloadDocument, mask, ...rest }: LinkProps) {
  if (typeof to !== 'string' || !isComplete(to) || prefetch || mask || discover) return null
  const { replace, state, onClick, viewTransition, preventScrollReset, defaultShouldRevalidate, ...attributes } = rest
  return <a {...attributes} href={to} target={target} data-discover="true" />
}

/** Dots are steps in a path, and words in what follows it. The router drops a `?` or `#` with nothing after it. */
const isComplete = (to: string) => /^\/(?!\/)(?:[^./\\?#]|\/(?!\/))*(?:[?#].*[^?#])?$/.test(to)
