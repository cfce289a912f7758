import type { ReactNode } from 'react'
import { CartonLines, Furrows } from '#ui/market.tsx'

/** The background of the sign-in pages: furrows that meet at a rising sun, and one carton on them. */
export function FieldPanel({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <div className="relative isolate grid min-h-[calc(100dvh-3.5rem)] content-start justify-items-center overflow-clip bg-pine-tint px-4 pt-32 pb-16 md:min-h-[calc(100dvh-4.75rem)] md:pt-44">
      <span
        aria-hidden="true"
        className="absolute top-12 left-1/2 -z-10 size-56 -translate-x-1/2 rounded-full bg-[#ffcf33] md:top-14 md:size-72"
      />
      <div aria-hidden="true" className="absolute inset-x-0 top-40 bottom-0 -z-10 bg-[#17583a] text-white md:top-52">
        <Furrows className="size-full opacity-15" />
      </div>
      <section className={`carton w-full shadow-3 ${wide ? 'max-w-3xl' : 'max-w-md'}`}>
        <CartonLines />
        <HandHole />
        <div className="grid grid-cols-1 gap-5 p-5 sm:p-8">{children}</div>
      </section>
    </div>
  )
}

/** The handle of the carton; a drawing only. */
const HandHole = () => (
  <span
    aria-hidden="true"
    className="absolute top-8 right-7 hidden h-6 w-16 rounded-full bg-kraft shadow-[inset_0_3px_0_var(--kraft-line)] sm:block"
  />
)
