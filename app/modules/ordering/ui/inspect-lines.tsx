import type { OrderLine } from '../order.ts'
import { InspectLine } from './inspect-line.tsx'

type Props = {
  lines: readonly OrderLine[]
  problem: { fields: Record<string, string>; typed: Record<string, string> }
  /** Photos of a line that a refused form had already stored. */
  keptOf: (lineId: string) => readonly string[]
}

/** The lines of one delivery, each to be opened where something is wrong. */
export default function InspectLines({ lines, problem, keptOf }: Props) {
  return lines.map((line) => <InspectLine key={line.id} line={line} problem={problem} kept={keptOf(line.id)} />)
}
