import type { ReactNode } from 'react'
import { ProductPicture } from '#ui/picture.tsx'
import type { OrderLine } from '../order.ts'

type Props = {
  line: Pick<OrderLine, 'name' | 'packLabel' | 'picture'>
  count: number
  unit?: string
  heading?: boolean
  children?: ReactNode
}

/** A product as a farmer recognises it: picture, name, pack, and a very large count. */
export function LineHead({ line, count, unit, heading = false, children }: Props) {
  const Name = heading ? 'h3' : 'p'
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <ProductPicture name={line.picture} alt="" sizes="72px" className="max-w-18 rounded-control" />
      <div className="min-w-0 flex-1 basis-24">
        <Name className="text-h4 font-bold">{line.name}</Name>
        <p className="text-sub text-ink-2">{line.packLabel}</p>
        {children}
      </div>
      <Count count={count} unit={unit} />
    </div>
  )
}

/** ×2, large enough to read from the packing table. */
function Count({ count, unit }: { count: number; unit?: string }) {
  return (
    <p className="ms-auto whitespace-nowrap">
      <span aria-hidden="true" className="text-h4">
        ×
      </span>
      <span className="num text-[2.25rem] leading-none">{count}</span>
      <span className={unit ? 'text-sub font-bold' : 'visually-hidden'}>{unit ?? '個'}</span>
    </p>
  )
}
