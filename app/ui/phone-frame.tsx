import type { ReactNode } from 'react'
import '#styles/kit/phone-frame.css'

type Props = {
  /** The caption below: whose phone it is. */
  caption: string
  /** A step larger, as on the screens of farmers. */
  large?: boolean
  children: ReactNode
}

/** A phone, 375 px wide where there is room, with a part of a page in it: not interactive. */
export const PhoneFrame = ({ caption, large = false, children }: Props) => (
  <figure className="phone-frame" data-large={large || undefined}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <section className="phone-frame-screen" aria-label={caption} tabIndex={0}>
      {children}
    </section>
    <figcaption>{caption}</figcaption>
  </figure>
)
