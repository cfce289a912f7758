import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { type ESTree, type Manifest, type ManifestChunk, normalizePath, type Plugin, parseSync } from 'vite'

/** What an import may ask for, and what then loads it in the browser. */
const loaders = new Map([
  ['later', 'laterPart'],
  ['later-or-fail', 'laterPartOrFail'],
])

/**
 * `import Part from './part.tsx' with { load: 'later' }`: the server renders the component as any other, and says so in the
 * page (app/ui/sent-parts.tsx); in the browser its script comes after the page's own (app/ui/later-part.ts). Its styles are in
 * the head from the start, as those of every component that the server renders (docs/decisions/0061). `parts` gets the files
 * that are loaded later, as the manifest names them.
 */
export function loadLater(parts: Set<string>): Plugin {
  /** By id, of the browser's build. */
  const fileOfPart = new Map<string, string>()
  return {
    name: 'load-later',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx(\?|$)/, code: 'load:' },
      async handler(code, id) {
        const fileOf = async (source: string) => {
          const file = await this.resolve(source, id)
          if (!file) throw new Error(`${id} loads ${source} later, which is not there`)
          return normalizePath(relative(this.environment.config.root, file.id))
        }
        const { code: written, found } = await splitOff(code, id, this.environment.name === 'client', fileOf)
        if (found.length === 0) return
        for (const { part, file } of found) {
          parts.add(file)
          fileOfPart.set(part, file)
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
        const manifest: Manifest = JSON.parse(String(file.source))
        file.source = JSON.stringify(withStylesOf(parts, manifest), null, 2)
        const source = JSON.stringify(partFiles(fileOfPart, manifest))
        this.emitFile({ type: 'asset', fileName: '.vite/later-parts.json', source })
      },
    },
  }
}

/** What a part is called in the browser and in the page: short, and the same on the server. */
const partId = (file: string, exported: string) =>
  createHash('sha256').update(`${file} ${exported}`).digest('base64url').slice(0, 6)

/** Each import keeps its lines, so that the lines after it keep their numbers. `fileOf` says what a source is called. */
export async function splitOff(
  code: string,
  id: string,
  inBrowser: boolean,
  fileOf: (source: string) => Promise<string>,
): Promise<{ code: string; found: { part: string; file: string }[] }> {
  const marked = parseSync(id.replace(/\?.*$/, ''), code).program.body.flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration') return []
    const load = statement.attributes.find(({ key }) => 'name' in key && key.name === 'load')?.value.value
    return load === undefined ? [] : [{ statement, load }]
  })
  const found = await Promise.all(
    marked.map(async ({ statement, load }) => {
      const loader = loaders.get(load)
      if (!loader) throw new Error(`${id}: an import cannot ask to be loaded '${load}'`)
      const imported = importedBy(statement)
      const file = await fileOf(statement.source.value)
      return { statement, loader, imported, file, part: partId(file, imported.exported) }
    }),
  )
  let written = code
  for (const { statement, loader, imported, part } of found.toReversed()) {
    const { start, end } = statement
    const replaced = inBrowser ? inTheBrowser(imported, loader, part) : onTheServer(imported, part)
    const linesLost = code.slice(start, end).split('\n').length - 1
    written = `${written.slice(0, start)}${replaced}${'\n'.repeat(linesLost)}${written.slice(end)}`
  }
  return { code: written, found: found.map(({ part, file }) => ({ part, file })) }
}

/** `source` as it is written, with its quotes. */
type Imported = { local: string; exported: string; source: string }

function inTheBrowser({ local, exported, source }: Imported, loader: string, part: string): string {
  const load = `() => import(${source}).then((it) => ({ default: it.${exported} }))`
  return `import { ${loader} as load${local} } from '#ui/later-part.ts'; const ${local} = load${local}('${part}', ${load});`
}

function onTheServer({ local, exported, source }: Imported, part: string): string {
  const imported = `import { ${exported} as its${local} } from ${source}`
  return `${imported}; import { sentPart as send${local} } from '#ui/sent-parts.tsx'; const ${local} = send${local}('${part}', its${local});`
}

function importedBy({ specifiers, source }: ESTree.ImportDeclaration): Imported {
  const [part, ...others] = specifiers
  if (!part || part.type === 'ImportNamespaceSpecifier' || others.length > 0)
    throw new Error(`Of ${source.value} one component is loaded later, so one is imported`)
  const exported = part.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(part.imported)
  return { local: part.local.name, exported, source: source.raw ?? '' }
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

/** By id, the scripts of each part with all that they import. */
export function partFiles(fileOfPart: ReadonlyMap<string, string>, manifest: Manifest): Record<string, string[]> {
  const filesOf = (key: string, seen: Set<string>): string[] => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return []
    seen.add(key)
    return [`/${chunk.file}`, ...(chunk.imports ?? []).flatMap((next) => filesOf(next, seen))]
  }
  return Object.fromEntries([...fileOfPart].map(([part, file]) => [part, filesOf(file, new Set())]))
}
