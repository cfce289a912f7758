import type { ComponentProps, ReactNode } from 'react'
import { CartonPanel } from '#ui/market.tsx'
import type { OrderLine } from '../order.ts'
import { LineHead } from './line-head.tsx'

type Props = Pick<ComponentProps<typeof LineHead>, 'count'> & { line: OrderLine; children: ReactNode }

/** One product as the carton on the packing table: on its lid what and how many, below it what the farm states. */
export const LineCarton = ({ line, count, children }: Props) => (
  <CartonPanel category={line.category} className="flex h-full flex-col">
    <div className="border-b border-kraft-line px-4 py-2.5 text-ink">
      <LineHead line={line} count={count} unit={line.unitLabel} heading />
    </div>
    <div className="grid grow content-start gap-4 bg-surface p-4 text-ink">{children}</div>
  </CartonPanel>
)
