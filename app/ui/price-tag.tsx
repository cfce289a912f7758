import { formatYen } from '#kernel/format.ts'
import '#styles/kit/price-tag.css'

/** 値札: the price that the buyer pays, without tax. */
export function PriceTag({ yen, per, size = 'md' }: { yen: number; per: string; size?: 'sm' | 'md' | 'lg' }) {
  return (
    <span className="price-tag" data-size={size}>
      <span className="num">{formatYen(yen)}</span>
      <small>/{per}</small>
      <span className="visually-hidden">（税抜）</span>
    </span>
  )
}

/** A price tag without a price yet, and why. */
export function PriceTagOutline({ size = 'md', children }: { size?: 'md' | 'lg'; children: string }) {
  return (
    <p className="price-tag-outline" data-size={size}>
      <span>{children}</span>
    </p>
  )
}
