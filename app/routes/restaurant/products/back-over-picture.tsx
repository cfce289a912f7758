import { ChevronLeft } from 'lucide-react'
import { Link } from '#ui/link.tsx'

/** On a phone the picture reaches to the top; the back button floats on it. */
export const BackOverPicture = ({ to, label }: { to: string; label: string }) => (
  <Link
    to={to}
    aria-label={label}
    className="icon-btn absolute! top-2 left-2 z-10 bg-surface text-ink shadow-2 lg:hidden print:hidden"
  >
    <ChevronLeft aria-hidden="true" />
  </Link>
)
