import { mkdirSync, writeFileSync } from 'node:fs'
import { isToldToWait } from './checks.ts'
import type { Answer, NoAnswer } from './send.ts'

type Tally = { requests: number; classes: Record<string, number>; busiest: number }

/** The figures of a run: by role and class of status, requests per second, the slowest routes. */
export class Report {
  readonly #roles = new Map<string, Tally>()
  readonly #routes = new Map<string, { ms: number; count: number; worst: number }>()
  #start: number | null = null
  #end = 0

  count(role: string, route: string, answer: Answer | NoAnswer): void {
    this.#start ??= performance.now()
    this.#end = performance.now()
    const tally = this.#roles.get(role) ?? { requests: 0, classes: {}, busiest: 0 }
    tally.requests++
    const name = classOf(answer)
    tally.classes[name] = (tally.classes[name] ?? 0) + 1
    this.#roles.set(role, tally)
    const times = this.#routes.get(route) ?? { ms: 0, count: 0, worst: 0 }
    times.ms += answer.ms
    times.count++
    times.worst = Math.max(times.worst, answer.ms)
    this.#routes.set(route, times)
  }

  get requests(): number {
    return [...this.#roles.values()].reduce((sum, { requests }) => sum + requests, 0)
  }

  /** As text, and beside it as JSON for programs. */
  say(title: string): void {
    const seconds = (this.#end - (this.#start ?? 0)) / 1_000
    const slowest = [...this.#routes]
      .map(([route, { ms, count, worst }]) => ({
        route,
        count,
        meanMs: Math.round(ms / count),
        worstMs: Math.round(worst),
      }))
      .sort((a, b) => b.worstMs - a.worstMs)
      .slice(0, 8)
    const classes = [...new Set([...this.#roles.values()].flatMap((tally) => Object.keys(tally.classes)))].sort()
    const rows = [...this.#roles].map(([role, { requests, classes: by }]) =>
      [role.padEnd(38), String(requests).padStart(6), ...classes.map((name) => String(by[name] ?? 0).padStart(7))].join(
        '',
      ),
    )
    const head = [title.padEnd(38), 'sent'.padStart(6), ...classes.map((name) => name.padStart(7))].join('')
    const sum = `${this.requests} requests in ${seconds.toFixed(1)} s, ${Math.round(this.requests / seconds)} a second, ${this.#routes.size} routes`
    const slow = slowest.map(
      ({ route, meanMs, worstMs, count }) => `  ${worstMs} ms at most, ${meanMs} on average of ${count}: ${route}`,
    )
    console.log([head, ...rows, sum, 'slowest:', ...slow].join('\n'))
    mkdirSync('.cache/test-reports', { recursive: true })
    writeFileSync(
      `.cache/test-reports/fuzz-${title.replaceAll(/\W+/g, '-')}.json`,
      JSON.stringify({ seconds, requests: this.requests, roles: Object.fromEntries(this.#roles), slowest }, null, 1),
    )
  }
}

function classOf(answer: Answer | NoAnswer): string {
  if ('failed' in answer) return answer.failed
  return isToldToWait(answer) ? '503wait' : answer.status === 429 ? '429' : `${Math.floor(answer.status / 100)}xx`
}
