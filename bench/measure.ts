import type { Cpu } from './cpu.ts'

export type Measured = { p50: number; p95: number; p99: number; errors: number; runs: number; perSecond: number }

/** A fixed number of calls and of concurrent callers, after a warm-up. Milliseconds. */
export async function measure(
  run: (index: number) => Promise<unknown>,
  { calls = 300, atOnce = 4, warmUp = 20 } = {},
): Promise<Measured> {
  for (let index = 0; index < warmUp; index++) await run(index).catch(() => {})
  const times: number[] = []
  let errors = 0
  let next = warmUp
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < warmUp + calls) {
        const started = performance.now()
        try {
          await run(next++)
          times.push(performance.now() - started)
        } catch {
          errors++
        }
      }
    }),
  )
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  const seconds = (performance.now() - began) / 1000
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), errors, runs: times.length, perSecond: times.length / seconds }
}

/** `alone`: one caller, so that no call waits for another. `cpu`: milliseconds a call, while several call. */
export type Row = { name: string; bare: Measured; http: Measured; alone: Measured; cpu: Cpu }

const ms = (value: number) => value.toFixed(2)

export const rowText = ({ name, bare, http, alone, cpu }: Row): string =>
  `| ${name} | ${ms(alone.p50)} | ${ms(alone.p95)} | ${ms(bare.p50)} | ${ms(http.p50)} | ${ms(http.p95)} | ${ms(http.p99)} | ${(http.p50 / bare.p50).toFixed(1)}× | ${cpu.app.toFixed(1)} + ${cpu.postgres.toFixed(1)} | ${http.perSecond.toFixed(0)} | ${http.errors} |`

/** The ratio is what matters: machines differ, the bare query beside it ran in the same minute. */
export const table = (title: string, rows: readonly Row[]): string =>
  [
    `### ${title}`,
    '',
    '| what | HTTP, one caller: p50 | p95 | bare query p50 ms | HTTP p50 | p95 | p99 | ratio p50 | CPU ms, app + PostgreSQL | per s | errors |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...rows.map(rowText),
    '',
  ].join('\n')

/** How the same jobs grow from one market to a larger one. */
export const growthTable = (title: string, before: readonly Row[], after: readonly Row[]): string =>
  [
    `### ${title}`,
    '',
    '| what | p50 ms | p50 of the larger | growth | p95 of the larger |',
    '| --- | --: | --: | --: | --: |',
    ...after.map(({ name, http }, nth) => {
      const { p50 } = before[nth]?.http ?? http
      return `| ${name} | ${ms(p50)} | ${ms(http.p50)} | ${(http.p50 / p50).toFixed(1)}× | ${ms(http.p95)} |`
    }),
    '',
  ].join('\n')
