import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Route = { imports?: readonly string[] }
/** What React Router's script of all routes sets. */
type RouteList = { routes: Record<string, Route> }
/** For each route the places of its imports in `files`. */
type ImportTable = { files: readonly string[]; routes: Record<string, readonly number[]> }

/**
 * Takes out of the list of all routes, which every page loads, what the script of each imports: more than half of it.
 * The table beside it is for `ui/link-prefetch.tsx` alone. `folder` has the assets of a build.
 */
export function splitRouteList(folder: string): void {
  const file = newestList(folder)
  const list: RouteList = literalIn(join(folder, file))
  const { routes } = list
  const files = [...new Set(Object.values(routes).flatMap(({ imports = [] }) => imports))]
  if (files.length === 0) throw new Error(`${file} says of no route what it imports: see scripts/route-list.ts`)
  const places = new Map(files.map((name, place) => [name, place]))
  const placesOf = ({ imports = [] }: Route) => imports.flatMap((name) => places.get(name) ?? [])
  const table: ImportTable = { files, routes: mapped(routes, placesOf) }
  const short = { ...list, routes: mapped(routes, ({ imports: _, ...route }) => route) }
  writeFileSync(join(folder, tableOf(file)), `export default ${JSON.stringify(table)}`)
  writeFileSync(join(folder, file), `window.__reactRouterManifest=${JSON.stringify(short)};`)
}

/** The list of the newest build, as React Router wrote it. */
export function readRouteList(folder: string): RouteList {
  const file = newestList(folder)
  const list: RouteList = literalIn(join(folder, file))
  const { files, routes }: ImportTable = literalIn(join(folder, tableOf(file)))
  const importsOf = (id: string) => routes[id]?.flatMap((place) => files[place] ?? [])
  return { ...list, routes: mapped(list.routes, (route, id) => ({ ...route, imports: importsOf(id) })) }
}

const mapped = <From, To>(routes: Record<string, From>, change: (route: From, id: string) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, change(route, id)]))

/** Those of earlier releases may lie beside it. */
function newestList(folder: string): string {
  const [newest] = readdirSync(folder)
    .filter((name) => /^manifest-.*\.js$/.test(name))
    .sort((a, b) => statSync(join(folder, b)).mtimeMs - statSync(join(folder, a)).mtimeMs)
  if (newest === undefined) throw new Error(`${folder} has no list of the routes`)
  return newest
}

const tableOf = (list: string) => list.replace('manifest-', 'route-imports-')

/** Each of these scripts is one JSON object, and a few words around it. */
function literalIn(file: string) {
  const text = readFileSync(file, 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}
