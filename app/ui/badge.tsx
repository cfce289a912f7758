import type { ComponentPropsWithRef } from 'react'

export type BadgeTone = 'pine' | 'kaki' | 'tag' | 'ai' | 'akane' | 'matcha' | 'line'

/** A word, optionally with an icon before it; the colour alone carries no meaning. */
export function Badge({ tone = 'line', className, ...rest }: ComponentPropsWithRef<'span'> & { tone?: BadgeTone }) {
  return <span {...rest} className={`badge ${className ?? ''}`} data-tone={tone} />
}
