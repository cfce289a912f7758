import type { HTMLAttributes } from 'react'

type HeadProps = HTMLAttributes<HTMLElement> & { as: 'h1' | 'h2' | 'h3' | 'p' | 'span' }

/**
 * A heading in the brand typeface. Its text is written here in the source and never comes from data: scripts/fonts.ts
 * collects it to make the font, so a product's or a farm's name would lack glyphs.
 */
export function Head({ as: Element, className, ...rest }: HeadProps) {
  return <Element {...rest} className={className ? `head ${className}` : 'head'} />
}
