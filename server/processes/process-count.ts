import { availableParallelism } from 'node:os'

/**
 * How many processes answer requests: PROCESSES, or one for each processor of the machine. A value that is none counts as
 * one; the process then refuses it by name (readSettings).
 */
export function processCount(setting = ''): number {
  if (setting === '' || setting === 'auto') return availableParallelism()
  const count = Number(setting)
  return Number.isInteger(count) && count > 1 ? count : 1
}
