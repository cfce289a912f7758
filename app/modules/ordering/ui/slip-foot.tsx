import { Perforation } from '#ui/market.tsx'
import type { OrderFigures } from '../order.ts'
import { Figures } from './figures.tsx'

/** At the foot of an order's slip: its current figures. */
export function SlipFoot({ figures }: { figures: OrderFigures }) {
  return (
    <>
      <Perforation />
      <div className="p-4 pb-6 lg:px-6">
        <Figures
          goodsYen={figures.goodsYen}
          freightYen={figures.freightYen}
          perRate={figures.perRate}
          totalYen={figures.totalIncYen}
          estimated={figures.estimated}
        />
      </div>
    </>
  )
}
