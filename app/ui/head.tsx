import type { HTMLAttributes } from 'react'

type HeadProps = HTMLAttributes<HTMLElement> & { as: 'h1' | 'h2' | 'h3' | 'p' | 'span' }

/**
 * A heading in the brand face. Its words are written here in the source and never come from data:
 * scripts/fonts.ts collects them to make the font, so a product's or a farm's name would lack its glyphs.
 */
export function Head({ as: Element, className, ...rest }: HeadProps) {
  return <Element {...rest} className={className ? `head ${className}` : 'head'} />
}
