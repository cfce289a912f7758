import { markerPattern } from './market.ts'
import type { Ownership } from './ownership.ts'
import type { Made } from './requests.ts'
import type { Role } from './roles.ts'
import type { Answer } from './send.ts'

/** What a response reveals of our internals: a stack, a statement, a folder of this machine, a hash of a password. */
const inside: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a stack trace', /(?:\n|\\n)\s+at (?:async )?[^\n]{0,200}(?:node:|file:\/\/|\.[cm]?[jt]sx?:\d+)/],
  ['a folder of the server', /node_modules\/|node:internal|file:\/\/\/|\/build\/server\//],
  [
    'a message of the database',
    /syntax error at or near|violates [a-z-]+ constraint|duplicate key value|invalid input syntax for|invalid byte sequence|relation \\?"\w+\\?" does not exist|\bselect\b.{1,300}\bfrom "\w+"/,
  ],
  ['a hash of a password', /\$argon2id\$/],
]

const everyAnswer = [
  'x-request-id',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
]

/** What is wrong with one response by itself; normally nothing. Foreign ids in it are judged afterwards (`Leaks`). */
export function problemsOf(made: Made, answer: Answer, role: Role, folders: readonly string[]): string[] {
  const { status, headers, body } = answer
  // refused by node's own parser, before there is a request: none of our headers, and no data of ours in it
  if ((status === 400 || status === 431) && headers['x-request-id'] === undefined && body === '') return []
  const problems: string[] = []
  if (status >= 500 && !isToldToWait(answer)) problems.push(`status ${status}`)
  const missing = everyAnswer.filter((name) => headers[name] === undefined)
  if (missing.length > 0) problems.push(`without the headers ${missing.join(', ')}`)
  const type = String(headers['content-type'] ?? '')
  if (
    type.startsWith('text/html') &&
    !made.path.startsWith('/api/docs') &&
    headers['content-security-policy'] === undefined
  )
    problems.push('a page without content-security-policy')
  if (/^\/api\//.test(made.path) && status >= 400 && made.method !== 'HEAD' && !isProblem(type, body))
    problems.push(`an error of the API in another shape: ${type} ${body.slice(0, 100)}`)
  for (const [what, pattern] of inside)
    if (pattern.test(body)) problems.push(`shows ${what}: ${pattern.exec(body)?.[0].slice(0, 120)}`)
  if (folders.some((folder) => body.includes(folder))) problems.push('shows a folder of this machine')
  if (role.secrets.some((secret) => body.includes(secret))) problems.push('shows the secret of the session')
  return problems
}

/** A limiter says when to retry: not a failure, but counted separately. */
export const isToldToWait = ({ status, headers }: Answer): boolean =>
  status === 503 && headers['retry-after'] !== undefined

function isProblem(type: string, body: string): boolean {
  if (!type.startsWith('application/json')) return false
  try {
    const problem = JSON.parse(body) as { code?: unknown; message?: unknown }
    const known = ['code', 'message', 'detail', 'requestId']
    return (
      typeof problem.code === 'string' &&
      typeof problem.message === 'string' &&
      Object.keys(problem).every((key) => known.includes(key))
    )
  } catch {
    return false
  }
}

const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * The ids and private words that responses showed to a role, each with the first request that showed it. What the
 * request itself carried does not count. Judged at the end, because a request may make two tenants known to each other;
 * but what was foreign at the beginning and is foreign at the end was foreign all the time.
 */
export class Leaks {
  readonly #shown = new Map<string, { role: Role; word: string; request: string }>()

  note(made: Made, answer: Answer, role: Role, request: string): void {
    // staff may read everything on their own pages; developers' pages are for them alone in production, too
    if (/^\/test\b/i.test(made.path) || (role.name === 'administrator' && /^\/admin\b/i.test(made.path))) return
    const asked = `${made.path} ${made.body?.toString('utf8') ?? ''}`
    for (const pattern of [idPattern, markerPattern])
      for (const [word] of answer.body.matchAll(pattern)) {
        const name = `${role.name} ${word}`
        if (!this.#shown.has(name) && !asked.includes(word)) this.#shown.set(name, { role, word, request })
      }
  }

  /** One sentence for each table and route that showed data of another tenant. */
  judge(before: Ownership, after: Ownership, markers: ReadonlyMap<string, string>): string[] {
    const found = [...this.#shown.values()].flatMap(({ role, word, request }) => {
      const id = markers.get(word) ?? word
      // rows created or deleted meanwhile are known to one of the two only
      const judges = [before, after].filter((ownership) => ownership.tableOf(id) !== null)
      if (judges.length === 0 || !judges.every((ownership) => ownership.isForeignTo(id, role.parties))) return []
      return [
        { of: `${judges[0]?.tableOf(id)}${id === word ? '' : ' (private words)'} to ${role.name}`, word, request },
      ]
    })
    return [...Map.groupBy(found, ({ of }) => of)].map(
      ([of, same]) => `${same.length} of ${of}, first ${same[0]?.word} by ${same[0]?.request}`,
    )
  }
}
