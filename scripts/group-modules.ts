export type Module = { id: string; imports: readonly string[]; dynamic: readonly string[]; length: number }
export type Graph = ReadonlyMap<string, Module>
/** What is opened at once: the scripts that it starts with, and the modules that it may load right after. */
export type Visit = { starts: readonly string[]; later: ReadonlySet<string>; weight: number }

/** What a file costs, in bytes beside its contents: headers, worse packing, and the work of a request on either side. */
const perFile = 400
/** Scripts that are minified and packed have about a third of the length of their source. */
const packed = 0.3
/** What is loaded after the start holds nothing up. */
const laterWeighs = 0.3

/** For one visit: not needed, needed after the start, needed for the start. */
type Need = 0 | 1 | 2
type Group = {
  modules: readonly Module[]
  needs: Uint8Array
  length: number
  cost: number
  imports: ReadonlySet<string>
}
type Parts = {
  graph: Graph
  visits: readonly Visit[]
  /** Whether a module has a file already, with all that it imports. */
  placed: (id: string) => boolean
}

/**
 * The modules that more than one script needs, in the files that they go into. Begins with a file for all that the same
 * visits need, and unites two as long as all visits together load less by it, where a file counts as `perFile`; never so
 * that two files would import each other, because then one would run before what it needs.
 */
export function groupModules(parts: Parts): (readonly Module[])[] {
  return unite(groupsOf(parts), parts).map(({ modules }) => modules)
}

function groupsOf(parts: Parts): Group[] {
  const needs = needsOf(parts)
  const alike = Map.groupBy(sharedIn(parts), ({ id }) => needs.get(id)?.join('') ?? '')
  return [...alike.values()].map((modules) => group(modules, needs.get(modules[0]?.id ?? '') ?? none(parts), parts))
}

/** For each module what each of the visits needs of it. */
function needsOf(parts: Parts): Map<string, Uint8Array> {
  const { graph, visits } = parts
  const needs = new Map([...graph.keys()].map((id) => [id, none(parts)]))
  const mark = (ids: Iterable<string>, visit: number, need: Need) => {
    for (const id of ids) needs.get(id)?.fill(need, visit, visit + 1)
  }
  for (const [at, { starts, later }] of visits.entries()) {
    const seen = reached(graph, starts)
    mark(seen, at, 2)
    // what a later part loads later comes as well
    for (let fresh = seen; fresh.size > 0; ) {
      const found = [...fresh].flatMap((id) => graph.get(id)?.dynamic.filter((it) => later.has(it)) ?? [])
      fresh = reached(graph, found, seen)
      mark(fresh, at, 1)
    }
  }
  return needs
}

const none = ({ visits }: Parts) => new Uint8Array(visits.length)

/** All that is reached from there and was not before; `seen` has it then as well. */
function reached(graph: Graph, from: readonly string[], seen?: Set<string>): Set<string> {
  const fresh = new Set<string>()
  const open = [...from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (fresh.has(id) || seen?.has(id)) continue
    fresh.add(id)
    open.push(...(graph.get(id)?.imports ?? []))
  }
  for (const id of fresh) seen?.add(id)
  return fresh
}

/** What more than one script needs, and which therefore is in none of them. Styles get files from the bundler. */
function sharedIn({ graph, visits, placed }: Parts): Module[] {
  const modules = [...graph.values()]
  const scripts = new Set([...visits.flatMap(({ starts }) => starts), ...modules.flatMap(({ dynamic }) => dynamic)])
  const times = new Map<string, number>()
  for (const script of scripts) for (const id of reached(graph, [script])) times.set(id, (times.get(id) ?? 0) + 1)
  const elsewhere = reached(graph, [...graph.keys()].filter(placed))
  return modules.filter(
    ({ id }) => (times.get(id) ?? 0) > 1 && !scripts.has(id) && !elsewhere.has(id) && !/\.css(\?|$)/.test(id),
  )
}

function group(modules: readonly Module[], needs: Uint8Array, { visits }: Parts): Group {
  const length = modules.reduce((sum, it) => sum + it.length, 0)
  const imports = new Set(modules.flatMap((it) => it.imports))
  return { modules, needs, length, cost: costOf(visits, length, needs), imports }
}

/** Of one file, or of two in one. Counted index by index: it is asked for each pair of files. */
function costOf(visits: readonly Visit[], length: number, needs: Uint8Array, others = needs): number {
  let times = 0
  for (let at = 0; at < needs.length; at++) {
    const need = Math.max(needs[at] ?? 0, others[at] ?? 0)
    if (need > 0) times += (visits[at]?.weight ?? 0) * (need === 2 ? 1 : laterWeighs)
  }
  return times * (perFile + packed * length)
}

type Pair = { a: Group; b: Group; saved: number }

function unite(begun: readonly Group[], parts: Parts): Group[] {
  const groups = new Set(begun)
  const groupOf = new Map(begun.flatMap((it) => it.modules.map(({ id }) => [id, it])))
  const pair = (a: Group, b: Group): Pair[] => {
    const saved = a.cost + b.cost - costOf(parts.visits, a.length + b.length, a.needs, b.needs)
    return saved > 0 ? [{ a, b, saved }] : []
  }
  const around = (a: Group, b: Group) => leadsAround(a, b, groupOf, parts) || leadsAround(b, a, groupOf, parts)
  let pairs = begun.flatMap((a, at) => begun.slice(0, at).flatMap((b) => pair(a, b)))
  for (;;) {
    // most of them are in order from the last time
    pairs = pairs.toSorted((one, other) => other.saved - one.saved)
    const best = pairs.find(({ a, b }) => !around(a, b))
    if (!best) return [...groups]
    const { a, b } = best
    const united = group([...a.modules, ...b.modules], either(a, b), parts)
    for (const { id } of united.modules) groupOf.set(id, united)
    groups.delete(a)
    groups.delete(b)
    pairs = pairs.filter((it) => groups.has(it.a) && groups.has(it.b))
    pairs.push(...[...groups].flatMap((it) => pair(united, it)))
    groups.add(united)
  }
}

const either = (a: Group, b: Group) => a.needs.map((need, at) => Math.max(need, b.needs[at] ?? 0))

/** Whether `from` needs `to` by way of a third file: united they would need it, and it them. */
function leadsAround(from: Group, to: Group, groupOf: ReadonlyMap<string, Group>, { graph }: Parts): boolean {
  const seen = new Set<Group | string>([from])
  const open = [...from.imports].filter((id) => groupOf.get(id) !== to)
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const file = groupOf.get(id) ?? id
    if (file === to) return true
    if (seen.has(file)) continue
    seen.add(file)
    open.push(...(typeof file === 'string' ? (graph.get(file)?.imports ?? []) : file.imports))
  }
  return false
}
