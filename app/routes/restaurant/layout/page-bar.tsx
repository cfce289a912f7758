import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconLink } from '#ui/icon-button.tsx'

/** The bar of a subpage: a back arrow and the title. */
export function PageBar({
  back,
  backLabel,
  narrow = false,
  wide = false,
  children,
}: {
  back: string
  backLabel: string
  narrow?: boolean
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className="sticky top-0 z-(--z-header) border-b border-line bg-surface lg:static lg:border-0 lg:bg-transparent">
      <div
        className={`mx-auto flex min-h-14 items-center gap-1 px-2 lg:min-h-20 ${narrow ? 'max-w-[42rem]' : `${wide ? 'max-w-6xl' : 'max-w-5xl'} lg:px-8`}`}
      >
        <IconLink to={back} className="shrink-0" label={backLabel}>
          <ChevronLeft aria-hidden="true" />
        </IconLink>
        {children}
      </div>
    </div>
  )
}
