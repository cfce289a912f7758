import { ChevronLeft } from 'lucide-react'
import { IconLink } from '#ui/icon-button.tsx'

/** On a phone the picture reaches to the top; the back button floats on it. */
export const BackOverPicture = ({ to, label }: { to: string; label: string }) => (
  <IconLink
    to={to}
    label={label}
    className="absolute! top-2 left-2 z-10 bg-surface text-ink shadow-2 lg:hidden print:hidden"
  >
    <ChevronLeft aria-hidden="true" />
  </IconLink>
)
