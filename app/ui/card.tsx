import type { ComponentPropsWithRef } from 'react'
import { CartonLines } from './market.tsx'

type CardProps = ComponentPropsWithRef<'section'> & {
  /** With it the two lines of that kind of food are drawn along the upper edge. */
  category?: string
  /** The two lines in the brand colour. */
  lined?: boolean
}

/** Square at the top, rounded at the bottom, like a carton; its content has its own padding. */
export const Card = ({ category, lined = false, className, children, ...rest }: CardProps) => (
  <section {...rest} className={className ? `card ${className}` : 'card'} data-category={category}>
    {(lined || category) && <CartonLines {...(category && { category })} />}
    {children}
  </section>
)
