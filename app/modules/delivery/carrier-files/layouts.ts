import type { Carrier } from '#kernel/enums.ts'
import b2Cloud from './b2-cloud.json' with { type: 'json' }
import ehiden3 from './ehiden3.json' with { type: 'json' }
import yupuriR from './yupuri-r.json' with { type: 'json' }

/** A column of a carrier's file. `maxWidth` is in half-width columns; without one nothing is known. */
export type Column = {
  no: number
  name: string
  required?: boolean
  format?: string
  maxWidth?: number
  allowed?: string[]
}

export type Layout = {
  software: string
  asOf: string
  /** Whether the first line holds the names of the columns. */
  header: boolean
  quote: 'all' | 'needed'
  columns: readonly Column[]
}

const asLayout = ({ quote, ...layout }: Omit<Layout, 'quote'> & { quote: string }): Layout => ({
  ...layout,
  quote: quote === 'all' ? 'all' : 'needed',
})

/**
 * The files that the carriers' own programs import: columns, lengths and allowed values as data. Sources: the templates and
 * manuals of the programs as public exporters carry them, November 2026.
 */
export const layouts: Readonly<Record<Carrier, Layout>> = {
  yamato: asLayout(b2Cloud),
  sagawa: asLayout(ehiden3),
  japanpost: asLayout(yupuriR),
}
