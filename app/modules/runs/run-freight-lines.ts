import { formatDay, formatYen } from '#kernel/format.ts'
import type { OrderId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { sumYen, type Yen } from '#kernel/yen.ts'

/** 共同便の運賃 as a statement prints it: above zero what the farm earned as the runner, below zero what it owes one. */
export type RunFreightLine = {
  orderId: OrderId
  order: string
  suppliedOn: JstDate
  run: string
  /** The other farm. */
  farm: string
  side: 'rider' | 'runner'
  baseYen: Yen
  taxYen: Yen
}

/** With tax. */
export const sumOfRunFreights = (lines: readonly Pick<RunFreightLine, 'baseYen' | 'taxYen'>[]): Yen =>
  sumYen(lines.flatMap(({ baseYen, taxYen }) => [baseYen, taxYen]))

/** As one line of a paper: 「11月26日(木) 匝瑳・東京便 いちの畑 261124-00001-1 -¥640（消費税 -¥64）」. */
export const runFreightText = ({ suppliedOn, run, farm, order, baseYen, taxYen }: RunFreightLine): string =>
  `${formatDay(suppliedOn)}　${run}　${farm}　${order}　${formatYen(baseYen)}（消費税 ${formatYen(taxYen)}）`
