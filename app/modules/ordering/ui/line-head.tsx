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

/** A product as a farmer recognises it: picture, name, pack, and a huge count. */
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

/** How many boxes, on the yellow of the market card. */
export function BoxCount({ count }: { count: number }) {
  return (
    <p className="shrink-0 rounded-tag bg-tag px-4 py-1 whitespace-nowrap text-tag-ink shadow-[inset_0_-3px_0_rgb(0_0_0/.15)]">
      <span className="num text-[2.125rem] leading-tight">{count}</span>
      <span className="ms-1 font-bold">箱</span>
    </p>
  )
}
