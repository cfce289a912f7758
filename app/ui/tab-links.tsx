import type { ReactNode } from 'react'
import { NavLink } from './link.tsx'
import '#styles/kit/tabs.css'

/** Tabs that are addresses: each can be opened in a separate window, and the browser's back button works. */
export function TabLinks({
  label,
  links,
}: {
  label: string
  links: readonly { to: string; label: ReactNode; end?: boolean }[]
}) {
  return (
    <nav aria-label={label} className="tab-row">
      {links.map(({ to, label: word, end = true }) => (
        <NavLink key={to} to={to} end={end} className="tab">
          {word}
        </NavLink>
      ))}
    </nav>
  )
}
