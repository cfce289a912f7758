import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Leaks, problemsOf } from './checks.ts'
import { type FuzzMarket, startMarket } from './market.ts'
import { Ownership } from './ownership.ts'
import type { Report } from './report.ts'
import { foreignCall, foreignPage, type Made, makeRequest, ownPage, type Surface } from './requests.ts'
import type { Role, RoleName } from './roles.ts'
import { type Answer, Sender } from './send.ts'
import { type Form, formsIn, namesIn, type PageRoute, queriesIn, readOperations, readPageRoutes } from './surface.ts'

/** What is found on pages is added to it. */
type Found = Surface & { forms: Map<string, Form[]>; queries: Map<string, string[]> }

type Asked = { made: Made; role: Role; name: string }

const atOnce = 8
/** After this many requests of a role, what they took from it is restored. */
const batch = 40

/** One run of requests against one market. Every method returns sentences about failures: normally none. */
export class Fuzzer {
  readonly market: FuzzMarket
  readonly #surface: Found
  readonly #seed: number
  readonly #sender: Sender
  readonly #leaks = new Leaks()
  readonly #folders: readonly string[]

  private constructor(market: FuzzMarket, surface: Found, seed: number) {
    this.market = market
    this.#surface = surface
    this.#seed = seed
    this.#sender = new Sender(market.app.origin)
    this.#folders = [resolve('.'), market.app.folder]
  }

  static async start(seed: number): Promise<Fuzzer> {
    const market = await startMarket()
    const found = await readOperations(market.app.origin)
    return new Fuzzer(market, { ...found, pages: readPageRoutes(), forms: new Map(), queries: new Map() }, seed)
  }

  async end(): Promise<void> {
    this.#sender.close()
    await this.market.end()
  }

  /** Opens every page as its own users, and collects its forms and queries for the requests that follow. */
  async openPages(report: Report): Promise<string[]> {
    const names: RoleName[] = ['visitor', 'person with no place', 'restaurant owner', 'farm owner', 'administrator']
    const asked = names.flatMap((name) =>
      this.#surface.pages
        .filter(({ isPage }) => isPage)
        .filter(({ pattern }) => sideOf(pattern).includes(name))
        .map((route) => this.#asked(name, route.pattern, (role) => ownPage(this.#sourceOf(role), route))),
    )
    return this.#send(asked, report, ({ made }, answer) => {
      for (const form of formsIn(answer.body, made.path)) this.#keepForm(form, made.path)
      for (const { path, names } of queriesIn(answer.body)) this.#keepQueries(path, names)
      const pattern = made.route.replace(/^\w+ /, '')
      const isSure = !needsMore.test(pattern) && !namesIn(pattern).some(({ kind }) => kind === 'text')
      return isSure && answer.status >= 400 ? [`answered ${answer.status} to those whose it is`] : []
    })
  }

  /** Every operation and every page with an id in its address, requested by every role with ids of other tenants. */
  async askAcrossTenants(report: Report): Promise<string[]> {
    const others: RoleName[] = ['owner of another restaurant', 'owner of another farm']
    const [second, first] = [true, false].map((isOther) =>
      this.market.roles.filter(({ name }) => others.includes(name) === isOther),
    )
    return [...(await this.#askAcross(first ?? [], report)), ...(await this.#askAcross(second ?? [], report))]
  }

  async #askAcross(roles: readonly Role[], report: Report): Promise<string[]> {
    const { operations, pages } = this.#surface
    const withName = (path: string) => namesIn(path).some(({ kind }) => kind !== 'text' && kind !== 'day')
    const before = await fingerprints(this.market.pool, this.market.ownership, roles)
    const problems: string[] = []
    for (const role of roles) {
      await this.market.restore()
      const source = this.#sourceOf(role)
      // administrators have no API, and may see all tenants on their own pages; integrations have no pages
      const calls = role.name === 'administrator' ? [] : operations.filter(({ path }) => withName(path))
      const routes = role.name.startsWith('integration')
        ? []
        : pages.filter(
            ({ pattern }) => withName(pattern) && !(role.name === 'administrator' && /^\/(admin|test)/.test(pattern)),
          )
      const asked = [
        ...calls.map((operation) => foreignCall(source, operation)),
        ...routes.map((route) => foreignPage(source, route, 'GET')),
        ...routes.filter(({ hasAction }) => hasAction).map((route) => foreignPage(source, route, 'POST')),
      ].map((made): Asked => ({ made, role, name: `${role.name}, across tenants` }))
      problems.push(
        ...(await this.#send(asked, report, ({ made }, answer) =>
          made.isForeign && isGranted(answer) && !saysNothing.some((route) => route.test(made.route))
            ? [`answered ${answer.status} for an id of another tenant`]
            : [],
        )),
      )
    }
    const after = await fingerprints(this.market.pool, this.market.ownership, roles)
    const changed = [...before].filter(([id, mark]) => after.get(id) !== mark)
    return [
      ...problems,
      ...changed.map(([id]) => `a row of ${this.market.ownership.tableOf(id)} changed, of another tenant: ${id}`),
    ]
  }

  /** Requests of one role, one after another in batches. `only` one of them, to reproduce a failure. */
  async fuzz(name: RoleName, count: number, report: Report, only: number | null = null): Promise<string[]> {
    const role = this.market.role(name)
    const problems: string[] = []
    const numbers = only === null ? Array.from({ length: count }, (_, index) => index) : [only]
    for (let at = 0; at < numbers.length; at += batch) {
      await this.market.restore()
      const asked = numbers
        .slice(at, at + batch)
        .map((index): Asked => ({ made: makeRequest(this.#sourceOf(role), index), role, name: `${name}:${index}` }))
      problems.push(...(await this.#send(asked, report)))
    }
    return problems
  }

  /** Data in responses to roles that it does not belong to. */
  async leaks(): Promise<string[]> {
    return this.#leaks.judge(this.market.ownership, await Ownership.read(this.market.pool), this.market.markers)
  }

  #asked(name: RoleName, about: string, make: (role: Role) => Made): Asked {
    const role = this.market.role(name)
    return { made: make(role), role, name: `${name}, ${about}` }
  }

  #sourceOf = (role: Role) => ({ surface: this.#surface, market: this.market, role, seed: this.#seed })

  async #send(
    asked: readonly Asked[],
    report: Report,
    judge: (asked: Asked, answer: Answer) => string[] = () => [],
  ): Promise<string[]> {
    const waiting = [...asked]
    const problems: string[] = []
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        problems.push(...(await this.#sendOne(next, report, judge)))
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return problems
  }

  async #sendOne(asked: Asked, report: Report, judge: (asked: Asked, answer: Answer) => string[]): Promise<string[]> {
    const { made, role, name } = asked
    const answer = await this.#sender.send(made)
    report.count(role.name, made.route, answer)
    const said = (problem: string) => `${problem}: ${summaryOf(made)} as ${name}. ${this.#again(name)}`
    if ('failed' in answer) return [said(`${answer.failed} (${answer.why})`)]
    this.#leaks.note(made, answer, role, `${made.method} ${made.path.slice(0, 120)} as ${name}. ${this.#again(name)}`)
    const problems = [...problemsOf(made, answer, role, this.#folders), ...judge(asked, answer)]
    const cause = problems.length > 0 && answer.status >= 500 ? await this.#causeOf(answer) : ''
    return problems.map((problem) => said(problem + cause))
  }

  /** The command that sends it again. */
  #again(name: string): string {
    return /:\d+$/.test(name)
      ? `FUZZ_SEED=${this.#seed} FUZZ_ONLY='${name}' npm run test:fuzz`
      : `FUZZ_SEED=${this.#seed} npm run test:fuzz`
  }

  /** What the program logged for this request; the log may follow a moment after the response. */
  async #causeOf({ headers }: Answer): Promise<string> {
    await sleep(100)
    const line = this.market.app.output.split('\n').find((one) => one.includes(`"${headers['x-request-id']}"`))
    if (!line) return ''
    const { err } = JSON.parse(line) as { err?: { message?: string; stack?: string } }
    return ` [${(err?.stack ?? err?.message ?? '').split('\n').slice(0, 4).join(' | ')}]`
  }

  #keepForm(form: Form, page: string): void {
    const pattern = this.#patternOf(new URL(form.action, `http://here${page}`).pathname)
    if (!pattern) return
    if (form.method === 'GET') {
      this.#keepQueries(
        page,
        form.fields.map(({ name }) => name),
      )
      return
    }
    const known = this.#surface.forms.get(pattern) ?? []
    const signature = (of: Form) =>
      of.fields.map(({ name, value }) => (/intent|step|act/.test(name) ? `${name}=${value}` : name)).join()
    if (known.length < 12 && !known.some((one) => signature(one) === signature(form)))
      this.#surface.forms.set(pattern, [...known, form])
  }

  #keepQueries(path: string, names: readonly string[]): void {
    const pattern = this.#patternOf(path)
    if (!pattern) return
    this.#surface.queries.set(pattern, [...new Set([...(this.#surface.queries.get(pattern) ?? []), ...names])])
  }

  #patternOf(path: string): string | null {
    const fitting = this.#surface.pages.filter(({ pattern }) => matcherOf(pattern).test(path))
    return fitting.sort((a, b) => namesCount(a) - namesCount(b))[0]?.pattern ?? null
  }
}

const namesCount = ({ pattern }: PageRoute) => pattern.split(':').length + (pattern.includes('*') ? 9 : 0)
const matcherOf = (pattern: string) =>
  new RegExp(
    `^${pattern
      .replace(/\/:\w+\?/g, '(/[^/]+)?')
      .replace(/:\w+/g, '[^/]+')
      .replace('*', '.*')}$`,
    'i',
  )

/** 202 is the redirect of a data request: to the sign-in. */
const isGranted = ({ status }: Answer) => status >= 200 && status < 300 && status !== 202

/**
 * Operations that answer alike for foreign, own and unknown ids, and do nothing. That they do nothing is checked by the
 * rows, and that they reveal nothing by the words in the response.
 */
const saysNothing: readonly RegExp[] = [
  // deleting what does not exist succeeds
  /^DELETE /,
  // has no receiver without a conversation
  /^PUT \/api\/talks\/{other}\/typing$/,
  // a note for a farm in the user's own cart, which is not read before the cart has products of that farm
  /^PUT \/api\/cart\/farms\/{farmId}$/,
  // empty without a conversation, for any id
  /^GET \/api\/talks\/{other}\/messages$/,
  // repeats the number in its address
  /^GET \/restaurant\/Inquiry\/done\/:number$/,
]

/**
 * Pages that open only with the contents of a link, the 404 page, and pages closed to some who know of their subject:
 * archived products that were bought, a restaurant that is known from a request alone.
 */
const needsMore =
  /^(\/restaurant\/products\/:id|\/farmer\/Chat\/:other|\/auth\/MngAccount|(\/auth|\/admin)\/invitation|\/restaurant\/lists\/add|\/restaurant\/group-buys\/new|\/\*)$/

/** The role that owns a page. */
function sideOf(pattern: string): RoleName[] {
  if (pattern.startsWith('/admin') || pattern.startsWith('/test')) return ['administrator']
  if (pattern.startsWith('/farmer')) return ['farm owner']
  if (pattern.startsWith('/restaurant')) return ['restaurant owner', 'visitor']
  if (/^\/profile\/(tokens|organisation|webhooks)/.test(pattern)) return ['restaurant owner', 'farm owner']
  if (pattern.startsWith('/profile') || pattern === '/notices')
    return ['restaurant owner', 'farm owner', 'person with no place']
  return ['visitor', 'restaurant owner']
}

const summaryOf = ({ method, path, headers, body }: Made): string => {
  const sent = body ? ` ${headers['content-type'] ?? ''} ${body.toString('utf8').slice(0, 300)}` : ''
  return `${method} ${path.slice(0, 300)}${sent}`
}

/** The rows that do not belong to these roles, each with a hash of its contents. */
async function fingerprints(pool: pg.Pool, ownership: Ownership, roles: readonly Role[]): Promise<Map<string, string>> {
  const marks = new Map<string, string>()
  for (const table of ownership.tables()) {
    const { rows } = await pool.query<{ id: string; mark: string }>(`select id, md5(t::text) as mark from ${table} t`)
    for (const { id, mark } of rows) {
      if (roles.every(({ parties }) => ownership.isForeignTo(id, parties))) marks.set(id, mark)
    }
  }
  return marks
}
