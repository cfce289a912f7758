import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { formatNumber } from '#kernel/format.ts'
import { enoughRequests, type ProxyCounts, type ProxyProblem, proxyProblem } from '#kernel/forwarded.server.ts'
import { query } from '#modules/audit-log/use-case.server.ts'

export type ProxyHealth = {
  problem: ProxyProblem | null
  /** What was counted, as text. */
  fact: string
  /** What to do about it; null if nothing. */
  advice: string | null
}

const advices: Record<ProxyProblem, (stated: number) => string> = {
  too_many_stated: (stated) =>
    `TRUSTED_PROXIES=${stated} は大きすぎる可能性があります。訪問者のIPアドレスを判別できないため、回数の制限が全訪問者の合計に適用されています。アプリの前段にある中継サーバーの台数を確認し、設定してください。`,
  too_few_stated: (stated) =>
    `TRUSTED_PROXIES=${stated} は小さすぎる可能性があります。中継サーバーのIPアドレスを訪問者のものとして扱っているおそれがあります。アプリの前段にある中継サーバーの台数を確認し、設定してください。`,
}

/** Whether TRUSTED_PROXIES matches the requests of this hour and the one before, in all processes. For staff. */
export const proxyHealth = query(
  'public',
  async ({ db, now }: Pick<Ctx, 'db' | 'now'>, stated: number): Promise<ProxyHealth> => {
    const { rows } = await sql<ProxyCounts>`
    select coalesce(sum(requests), 0)::int as requests, coalesce(sum(too_short), 0)::int as "tooShort",
           coalesce(sum(too_long), 0)::int as "tooLong", coalesce(sum(from_inside), 0)::int as "fromInside"
      from proxy_counts
     where trusted_proxies = ${stated} and hour >= date_trunc('hour', ${now}::timestamptz) - interval '1 hour'
       and hour <= ${now}`.execute(db)
    const counts = rows[0] ?? { requests: 0, tooShort: 0, tooLong: 0, fromInside: 0 }
    const problem = proxyProblem(counts)
    return { problem, fact: factOf(counts, stated), advice: problem && advices[problem](stated) }
  },
)

function factOf({ requests, tooShort, tooLong, fromInside }: ProxyCounts, stated: number): string {
  const of = `中継${stated}台の設定`
  if (requests < enoughRequests) return `${of}・判断に必要な件数のリクエストがまだ届いていません`
  const counts = [
    `リクエスト${formatNumber(requests)}件`,
    `アドレス不足${formatNumber(tooShort)}件`,
    `アドレス超過${formatNumber(tooLong)}件`,
    `内部アドレス${formatNumber(fromInside)}件`,
  ]
  return `${of}・${counts.join('・')}`
}
