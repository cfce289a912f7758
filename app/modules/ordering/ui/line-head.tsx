import type { ReactNode } from 'react'
import { ProductPicture } from '#ui/picture.tsx'
import type { OrderLine } from '../order.ts'

type Props = {
  line: Pick<OrderLine, 'name' | 'packLabel' | 'picture'>
  count: number
  unit?: string
  heading?: boolean
  /** A row among others of a card: smaller. */
  dense?: boolean
  children?: ReactNode
}

/** A product as a farmer recognises it: picture, name, pack, and a very large count. */
export function LineHead({ line, count, unit, heading = false, dense = false, children }: Props) {
  const Name = heading ? 'h3' : 'p'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <ProductPicture
        name={line.picture}
        alt=""
        sizes="72px"
        className={`rounded-control ${dense ? 'max-w-12' : 'max-w-18'}`}
      />
      <div className="min-w-0 flex-1 basis-24">
        <Name className={`phrase font-bold ${dense ? 'leading-snug' : 'text-h4 leading-snug'}`}>{line.name}</Name>
        <p className={`text-sub text-ink-2 ${dense ? 'leading-snug' : ''}`}>{line.packLabel}</p>
      </div>
      <Count count={count} unit={unit} dense={dense} />
      {children && <div className="w-full empty:hidden">{children}</div>}
    </div>
  )
}

/** ×2, large enough to read from the packing table. */
function Count({ count, unit, dense }: { count: number; unit?: string; dense: boolean }) {
  return (
    <p className="ms-auto whitespace-nowrap">
      <span aria-hidden="true" className="text-h4">
        ×
      </span>
      <span className={`num leading-none ${dense ? 'text-h2' : 'text-[2.25rem]'}`}>{count}</span>
      <span className={unit ? 'text-sub font-bold' : 'visually-hidden'}>{unit ?? '個'}</span>
    </p>
  )
}
