import { relative } from 'node:path'
import { type ESTree, type Manifest, type ManifestChunk, normalizePath, type Plugin, parseSync } from 'vite'

/** What an import may ask for, and what then loads it in the browser. */
const loaders = new Map([
  ['later', { name: 'lazyPart', from: '#ui/lazy-part.ts' }],
  ['later-or-fail', { name: 'lazy', from: 'react' }],
])
type Loader = { name: string; from: string }

/**
 * `import Part from './part.tsx' with { load: 'later' }`: the server renders the component as any other; in the browser
 * it is a React.lazy whose script comes after the page's own. Its styles are in the head from the start, as those of
 * every component that the server renders (docs/decisions/0061). `parts` gets the files that are loaded later, as the
 * manifest names them.
 */
export function loadLater(parts: Set<string>): Plugin {
  return {
    name: 'load-later',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx(\?|$)/, code: 'load:' },
      async handler(code, id) {
        const inBrowser = this.environment.name === 'client'
        const { code: written, sources } = splitOff(code, id, inBrowser)
        if (sources.length === 0) return
        for (const source of sources) {
          const file = await this.resolve(source, id)
          if (!file) throw new Error(`${id} loads ${source} later, which is not there`)
          parts.add(normalizePath(relative(this.environment.config.root, file.id)))
        }
        return { code: written, map: null }
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        if (this.environment.name !== 'client') return
        const file = bundle['.vite/manifest.json']
        if (file?.type !== 'asset') throw new Error('Vite has written no manifest into which the styles could go')
        file.source = JSON.stringify(withStylesOf(parts, JSON.parse(String(file.source))), null, 2)
      },
    },
  }
}

/** Each import keeps its lines, so that the lines after it keep their numbers. */
export function splitOff(code: string, id: string, inBrowser: boolean): { code: string; sources: string[] } {
  const marked = parseSync(id.replace(/\?.*$/, ''), code).program.body.flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration') return []
    const load = statement.attributes.find(({ key }) => 'name' in key && key.name === 'load')?.value.value
    return load === undefined ? [] : [{ statement, load }]
  })
  let written = code
  for (const { statement, load } of marked.toReversed()) {
    const { start, end } = statement
    const loader = loaders.get(load)
    if (!loader) throw new Error(`${id}: an import cannot ask to be loaded '${load}'`)
    const replaced = inBrowser ? inTheBrowser(statement, loader) : code.slice(start, statement.source.end)
    const linesLost = code.slice(start, end).split('\n').length - replaced.split('\n').length
    written = `${written.slice(0, start)}${replaced}${'\n'.repeat(linesLost)}${written.slice(end)}`
  }
  return { code: written, sources: marked.map(({ statement }) => statement.source.value) }
}

function inTheBrowser({ specifiers, source }: ESTree.ImportDeclaration, loader: Loader): string {
  const [part, ...others] = specifiers
  if (!part || part.type === 'ImportNamespaceSpecifier' || others.length > 0)
    throw new Error(`Of ${source.value} one component is loaded later, so one is imported`)
  const exported = part.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(part.imported)
  const { name } = part.local
  const load = `() => import(${source.raw}).then((it) => ({ default: it.${exported} }))`
  return `import { ${loader.name} as load${name} } from '${loader.from}'; const ${name} = load${name}(${load});`
}

const nameOf = (exported: ESTree.ModuleExportName) => ('name' in exported ? exported.name : exported.value)

/** React Router puts the styles of what a page imports into its head; those of its later parts belong there, too. */
export function withStylesOf(parts: ReadonlySet<string>, manifest: Manifest): Manifest {
  const laterOf = ({ dynamicImports = [] }: ManifestChunk) => dynamicImports.filter((part) => parts.has(part))
  const stylesOf = (key: string, seen: Set<string>): string[] => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return []
    seen.add(key)
    const needed = [...(chunk.imports ?? []), ...laterOf(chunk)]
    return [...(chunk.css ?? []), ...needed.flatMap((next) => stylesOf(next, seen))]
  }
  const withStyles = (key: string, chunk: ManifestChunk): ManifestChunk => {
    const seen = new Set([key])
    const css = [...(chunk.css ?? []), ...laterOf(chunk).flatMap((part) => stylesOf(part, seen))]
    return css.length > 0 ? { ...chunk, css: [...new Set(css)] } : chunk
  }
  return Object.fromEntries(Object.entries(manifest).map(([key, chunk]) => [key, withStyles(key, chunk)]))
}
