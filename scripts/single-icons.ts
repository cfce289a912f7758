import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, type Plugin, parseSync } from 'vite'

const lucide = 'lucide-react'

/**
 * Icons are imported from their own modules, past the list of all of Lucide's: a build need not read them,
 * and the list hides from the graph of modules who needs which icon (scripts/shared-files.ts).
 */
export function singleIcons(): Plugin {
  const list = readFileSync(join('node_modules', lucide, 'dist/esm/lucide-react.mjs'), 'utf8')
  const moduleOf = iconsIn(list)
  return {
    name: 'single-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/app\/.*\.tsx?(\?|$)/, code: `'${lucide}'` },
      handler: (code, id) => ({ code: withSingleIcons(code, id, moduleOf), map: null }),
    },
  }
}

/** The module of each icon by its name, read from lines such as `export { default as House, default as HouseIcon } from './icons/house.mjs'`. */
export function iconsIn(list: string): Map<string, string> {
  const lines = [...list.matchAll(/^export \{([^}]*)\} from '\.\/icons\/([^']*)\.mjs';$/gm)]
  if (lines.length < 1_000) throw new Error(`${lucide} has changed: see scripts/single-icons.ts`)
  return new Map(
    lines.flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, `${lucide}/icons/${file}`]),
    ),
  )
}

/** `code` with each icon imported from its own module. Each import keeps its lines, so that the lines after it keep their numbers. */
export function withSingleIcons(code: string, id: string, moduleOf: ReadonlyMap<string, string>): string {
  const imports = parseSync(id.replace(/\?.*$/, ''), code).program.body.filter(
    (it): it is ESTree.ImportDeclaration => it.type === 'ImportDeclaration' && it.source.value === lucide,
  )
  return imports.toReversed().reduce((written, { start, end, importKind, specifiers }) => {
    if (importKind === 'type') return written
    const single = specifiers.flatMap((specifier) => {
      if (specifier.type !== 'ImportSpecifier') throw new Error(`${id}: name the icons that are imported`)
      if (specifier.importKind === 'type') return []
      const name = 'name' in specifier.imported ? specifier.imported.name : specifier.imported.value
      const file = moduleOf.get(name)
      if (!file) throw new Error(`${id}: ${lucide} has no icon ${name}`)
      return `import ${specifier.local.name} from '${file}'`
    })
    const lines = '\n'.repeat(code.slice(start, end).split('\n').length - 1)
    return written.slice(0, start) + single.join('; ') + lines + written.slice(end)
  }, code)
}
