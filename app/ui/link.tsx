import { type LinkProps, type NavLinkProps, Link as RouterLink, NavLink as RouterNavLink } from 'react-router'

/** A link between our pages: the old page fades out before the new one fades in (styles/kit/motion.css). */
export const Link = (props: LinkProps) => <RouterLink viewTransition {...props} />

export const NavLink = (props: NavLinkProps) => <RouterNavLink viewTransition {...props} />
