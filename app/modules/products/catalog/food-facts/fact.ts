import type { FactFormat } from './fact-formats.ts'

/** A fact of a label: its words, its format, and where it is printed. */
export type Fact = {
  label: string
  help: string
  format: FactFormat
  printed: readonly PrintedOn[]
}
/** The delivery slip (納品書), the label of the box, the page of the product, the page of the guest. */
export type PrintedOn = 'slip' | 'label' | 'page' | 'trace'

export const everywhere = ['slip', 'label', 'page', 'trace'] as const
export const papers = ['slip', 'page', 'trace'] as const
