import { statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { type Graph, groupModules, type Module, type Visit } from './group-modules.ts'

type Route = { file: string; children?: readonly Route[] }
type Options = {
  routes: readonly Route[]
  /** What pages load after their start, as paths within the project: scripts/load-later.ts fills it. */
  laterParts: ReadonlySet<string>
  /** Whether a module of ours has a file already, with all that it imports. */
  placed: (id: string) => boolean
  /** How often pages are opened, by their files; all others once. */
  often: Readonly<Record<string, number>>
}

const asRoute = '?__react-router-build-client-route'
const packages = '/node_modules/'
const icons = '/lucide-react/dist/esm/icons/'
const allIcons = '/lucide-react/dist/esm/lucide-react.mjs'
/** What is loaded with a press only, beside a page. */
const onDemand = 0.2

/**
 * Puts what pages share into few files (docs/decisions/0136); the bundler alone makes one for every set of pages that need the same.
 * A plugin, which reads the modules once all are loaded, and a group, which says the file of each.
 */
export function sharedFiles(options: Options): { plugin: Plugin; group: Rolldown.CodeSplittingGroup } {
  let fileOf: ReadonlyMap<string, string> = new Map()
  return {
    plugin: {
      name: 'shared-files',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'client',
      // For groups that take no more than they name the bundler asks for the first, which React Router sets otherwise, in a hook after
      // the configuration. The order of modules needs no wrapping (`strictExecutionOrder`), as no two files import each other.
      options: (given) => ({
        ...given,
        preserveEntrySignatures: 'allow-extension',
        experimental: { ...given.experimental, chunkOptimization: { mergeCommonChunks: false } },
      }),
      buildEnd(error) {
        if (error) return
        const graph = graphOf(this)
        const visits = visitsOf(graph, this.environment.config.root, options)
        // of other packages the bundler leaves out much that they import, and knows it better
        const placed = (id: string) => options.placed(id) || (id.includes(packages) && !id.includes(icons))
        fileOf = namedFiles(groupModules({ graph, visits, placed }))
      },
      generateBundle(_, bundle) {
        const circle = circleIn(bundle)
        if (circle.length > 0) throw new Error(`These files import each other: ${circle.join(', ')}`)
      },
    },
    group: {
      debugName: 'shared files',
      name: (id) => fileOf.get(id),
      // each of those is named itself
      includeDependenciesRecursively: false,
    },
  }
}

/** Each file has the name of its largest module. */
function namedFiles(groups: readonly (readonly Module[])[]): Map<string, string> {
  const taken = new Map<string, number>()
  return new Map(
    groups.flatMap((modules) => {
      const { id } = modules.reduce((largest, it) => (it.length > largest.length ? it : largest))
      const name = `with-${basename(id, extname(id))}`
      const times = (taken.get(name) ?? 0) + 1
      taken.set(name, times)
      return modules.map((it) => [it.id, times === 1 ? name : `${name}-${times}`])
    }),
  )
}

function graphOf(bundler: Rolldown.PluginContext): Graph {
  return new Map(
    [...bundler.getModuleIds()].toSorted().map((id) => {
      if (id.endsWith(allIcons)) throw new Error('Something imports the list of all icons: see scripts/single-icons.ts')
      const { code, importedIds: imports = [], dynamicallyImportedIds: dynamic = [] } = bundler.getModuleInfo(id) ?? {}
      const length = imports.reduce((sum, it) => sum + styleLength(it), code?.length ?? 0)
      return [id, { id, imports, dynamic, length }]
    }),
  )
}

/** The bundler gives styles files of their own, which load with every script that imports them, before anything is painted. */
const styleLength = (id: string) => (/\.css$/.test(id) ? 2 * statSync(id).size : 0)

function visitsOf(graph: Graph, root: string, { routes, laterParts, often }: Options): Visit[] {
  const later = new Set([...laterParts].map((file) => join(root, file)))
  const entryOf = (file: string) => `${join(root, 'app', file)}${asRoute}`
  const below = (layouts: readonly string[], list: readonly Route[]): Visit[] =>
    list.flatMap(({ file, children }) => {
      const starts = [...layouts, entryOf(file)]
      if (children) return below(starts, children)
      // other routes answer with data or files
      return file.endsWith('.tsx') ? [{ starts, later, weight: often[file] ?? 1 }] : []
    })
  const pages = below([join(root, 'app/entry.client.tsx'), entryOf('root.tsx')], routes)
  const starts = new Set([...pages.flatMap((page) => page.starts), ...Object.keys(often).map(entryOf)])
  const unknown = [...starts].find((id) => !graph.has(id))
  if (unknown !== undefined) throw new Error(`${unknown} is not in the bundle: see scripts/shared-files.ts`)
  const asked = new Set([...graph.values()].flatMap(({ dynamic }) => dynamic).filter((id) => !later.has(id)))
  return [...pages, ...[...asked].map((id) => ({ starts: [id], later, weight: onDemand }))]
}

/** Files that import each other, by whatever way; empty where there are none. */
export function circleIn(bundle: Record<string, { type: string; imports?: readonly string[] }>): string[] {
  const done = new Set<string>()
  const from = (file: string, way: readonly string[]): string[] => {
    if (way.includes(file)) return way.slice(way.indexOf(file))
    if (done.has(file)) return []
    for (const next of bundle[file]?.imports ?? []) {
      const circle = from(next, [...way, file])
      if (circle.length > 0) return circle
    }
    done.add(file)
    return []
  }
  for (const file of Object.keys(bundle)) {
    const circle = from(file, [])
    if (circle.length > 0) return circle
  }
  return []
}
