import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * The looks of a part come with the part (`import '#styles/kit/choice.css'`), so a page that uses a class of a sheet that none
 * of its parts imports shows it bare.
 */
const textOf = new Map(
  globSync(['app/**/*.{ts,tsx,css}'], { exclude: ['**/*.test.*'] }).map((file) => [file, readFileSync(file, 'utf8')]),
)

const imports = /(?:\bfrom|\bimport|@import)\s*\(?\s*['"]([#.][^'"]+)['"]/g

const importedBy = (file: string): string[] =>
  [...(textOf.get(file) ?? '').matchAll(imports)].flatMap(([, to = '']) => {
    const path = to.startsWith('#') ? join('app', to.slice(1)) : join(dirname(file), to)
    return textOf.has(path) ? [path] : []
  })

/** A file and all that it imports, directly or not. */
function reachedFrom(...files: readonly string[]): Set<string> {
  const reached = new Set(files)
  for (const file of reached) for (const next of importedBy(file)) reached.add(next)
  return reached
}

/** Class → the sheets that style it: a selector begins with it. */
const sheetsOf = Map.groupBy(
  [...textOf].flatMap(([file, text]) =>
    file.endsWith('.css')
      ? [...text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/(?<=[{},;]\s*|^\s*)\.([a-z][a-z\d-]+)/g)].map(
          ([, name = '']) => ({ name, file }),
        )
      : [],
  ),
  ({ name }) => name,
)

const classesIn = (file: string): string[] =>
  [...(textOf.get(file) ?? '').matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, plain, template]) =>
    (plain ?? template ?? '').split(/\s+/),
  )

const pages = [...(textOf.get('app/routes.ts') ?? '').matchAll(/'(routes\/[^']+\.tsx)'/g)].map(
  ([, path]) => `app/${path}`,
)
const everywhere = reachedFrom('app/root.tsx', 'app/styles/app.css')

test('every page brings the sheets of the kit whose classes its parts use', () => {
  expect(pages.length).toBeGreaterThan(150)
  const bare = pages.flatMap((page) => {
    expect(existsSync(page)).toBe(true)
    const reached = reachedFrom(page)
    // a sheet outside of the kit comes with its page in another way (`?inline`)
    const styled = (name: string) =>
      sheetsOf
        .get(name)
        ?.some(({ file }) => reached.has(file) || everywhere.has(file) || !file.startsWith('app/styles/')) ?? true
    return [...reached].flatMap((file) =>
      classesIn(file).flatMap((name) => (styled(name) ? [] : [`${page}: .${name} of ${file}`])),
    )
  })
  expect(bare).toEqual([])
})
