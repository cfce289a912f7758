import { ChevronRight } from 'lucide-react'
import { Link } from './link.tsx'
import '#styles/kit/breadcrumb.css'

export type Crumb = { label: string; to?: string }

/** From the top down to this page; the last one is this page and not a link. */
export const Breadcrumb = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav aria-label="現在の位置" className="breadcrumb">
    <ol>
      {crumbs.map(({ label, to }, index) => (
        <li key={`${label} ${to}`}>
          {index > 0 && <ChevronRight aria-hidden="true" />}
          {to && index < crumbs.length - 1 ? (
            <Link to={to}>{label}</Link>
          ) : (
            <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{label}</span>
          )}
        </li>
      ))}
    </ol>
  </nav>
)
