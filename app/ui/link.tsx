import { type LinkProps, type NavLinkProps, Link as RouterLink, NavLink as RouterNavLink } from 'react-router'

/** A link between our pages: the old page fades out before the new one fades in (styles/kit/motion.css). */
export const Link = (props: LinkProps) => {
  const plain = import.meta.env.SSR ? plainAnchor(props) : null
  return plain ?? <RouterLink viewTransition {...props} />
}

export const NavLink = (props: NavLinkProps) => <RouterNavLink viewTransition {...props} />

/**
 * What the router's link is in the HTML: no place in the tree, no address to resolve and no handler are needed to write
 * a path that is complete. A page has 150 of them. Null for any other link.
 */
function plainAnchor({ to, target, discover, prefetch, relative, reloadDocument, mask, ...rest }: LinkProps) {
  if (typeof to !== 'string' || !/^\/(?!.*\/\/)[^.\\]*$/.test(to) || prefetch || mask || discover) return null
  const { replace, state, onClick, viewTransition, preventScrollReset, defaultShouldRevalidate, ...attributes } = rest
  return <a {...attributes} href={to} target={target} data-discover="true" />
}
