import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'

type Route = { id: string; parentId?: string | undefined; path?: string | undefined }

/**
 * The router's handler of pages. The router compares the path of each request with all of our 280 routes, twice; here each section of
 * the site has a handler of its own, with the routes that can match there, made when it is asked for the first time.
 */
export function pagesBySection(build: ServerBuild, mode: string): RequestHandler {
  const sectionOf = sectionsOf(build.routes)
  const handlers = new Map<string | null, RequestHandler>()
  return (request, context) => {
    const section = sectionOf(new URL(request.url).pathname)
    let handler = handlers.get(section)
    if (!handler) {
      const routes = section === null ? build.routes : routesIn(section, build.routes)
      handler = createRequestHandler({ ...build, routes }, mode)
      handlers.set(section, handler)
    }
    return handler(request, context)
  }
}

/** Paths as our links write them; all others are left to the router with all routes. */
const plainPath = /^(?:\/[\w-]+)+$/

/** Stands for a segment that no route names. */
const other = ':'

/**
 * The section of a path: its first two segments, as far as routes name them, so that there are no more sections than routes. Null:
 * any route may match.
 */
export function sectionsOf(routes: Readonly<Record<string, Route | undefined>>): (pathname: string) => string | null {
  const patterns = Object.values(routes).flatMap((route) => (route ? [segmentsOf(route, routes)] : []))
  const named = new Map([[other, namedAfter(other, patterns)]])
  for (const [first = other] of patterns) if (!isOpen(first)) named.set(first, namedAfter(first, patterns))
  return (pathname) => {
    // the data of a page have its path, but for the home page and the names that begin like it
    const path = pathname.replace(/\.data$/, '')
    if (!plainPath.test(path) || /\/_(?:root)?$/.test(path)) return null
    const [, first = '', second] = path.toLowerCase().split('/')
    const one = named.has(first) ? first : other
    if (second === undefined) return one
    return `${one}/${named.get(one)?.has(second) ? second : other}`
  }
}

/** The routes that can match in a section, with those around them; more rather than fewer. */
export function routesIn<R extends Route>(
  section: string,
  routes: Readonly<Record<string, R | undefined>>,
): Record<string, R | undefined> {
  const words = section.split('/')
  return Object.fromEntries(
    Object.entries(routes).filter(([, route]) => route && canMatch(segmentsOf(route, routes), words)),
  )
}

/** The names that may follow a first segment. */
const namedAfter = (first: string, patterns: readonly string[][]) =>
  new Set(
    patterns.flatMap(([one = '*', two]) =>
      two !== undefined && !isOpen(two) && (isOpen(one) || one === first) ? two : [],
    ),
  )

function canMatch(pattern: readonly string[], words: readonly string[]): boolean {
  for (const [nth, segment] of pattern.slice(0, 2).entries()) {
    // what follows may stand in its place
    if (segment === '*' || segment.endsWith('?')) return true
    const word = words[nth]
    if (word === undefined) return false
    if (!isOpen(segment) && segment !== word) return false
  }
  return true
}

/** Of which more than one word can stand in its place. */
const isOpen = (segment: string) => segment === '*' || segment.startsWith(':') || segment.endsWith('?')

function segmentsOf(route: Route, routes: Readonly<Record<string, Route | undefined>>): string[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId]
  const own = (route.path ?? '').toLowerCase().split('/').filter(Boolean)
  return parent ? [...segmentsOf(parent, routes), ...own] : own
}
