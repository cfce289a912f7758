import { cpus, loadavg } from 'node:os'

/** The machine of a measurement, and its load: `Node 26, 2 cores, load average 1.93, 2026-11-22`. */
export const machine = (): string =>
  [
    `Node ${process.versions.node}`,
    `${cpus().length} cores`,
    `load average of the last minute ${(loadavg()[0] ?? Number.NaN).toFixed(2)}`,
    new Date().toISOString().slice(0, 16),
  ].join(', ')
