import type { ComponentPropsWithRef } from 'react'
import { CartonLines } from './market.tsx'

type CardProps = ComponentPropsWithRef<'section'> & {
  /** With it the two lines of that kind of food run along the upper edge. */
  category?: string
  /** The two lines in the house's own colour. */
  lined?: boolean
}

/** Square at the top, round at the bottom, like a carton; its content brings its own margins. */
export const Card = ({ category, lined = false, className, children, ...rest }: CardProps) => (
  <section {...rest} className={className ? `card ${className}` : 'card'} data-category={category}>
    {(lined || category) && <CartonLines {...(category && { category })} />}
    {children}
  </section>
)
