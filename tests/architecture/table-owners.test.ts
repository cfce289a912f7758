import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** module → the tables that it declares */
const declared = new Map(
  globSync('app/modules/*/tables.ts').map((file) => {
    const names = readFileSync(file, 'utf8').matchAll(/^ {2}(\w+): \{/gm)
    return [moduleOf(file), [...names].map(([, name = '']) => name)] as const
  }),
)

const sources = globSync('app/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}))

/** for (const table of ['…', '…'] as const) await db.deleteFrom(table) */
const inLoop = /for \(const table of \[([^\]]+)\] as const\)[\s{]+await \w+\.deleteFrom\(table\)/g

const written = sources.flatMap(({ file, text }) => {
  const built = [...text.matchAll(/(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g)]
  const raw = [
    ...text.matchAll(/\b(?:(?:insert|merge) into|delete from|update(?=\s+\w+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+(\w+)/g),
  ]
  const named = [...text.matchAll(inLoop)].flatMap(([, list = '']) => [...list.matchAll(/'(\w+)'/g)])
  return [...built, ...raw, ...named].map(([, name = '']) => ({ table: camel(name), by: moduleOf(file), file }))
})

test('every table is declared by one module', () => {
  const all = [...declared.values()].flat()
  expect(all.length).toBeGreaterThan(100)
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([])
})

/** A table has one writing module: the one that declares it. */
test('a table is written by the module that declares it', () => {
  const ownerOf = (table: string) => [...declared].find(([, tables]) => tables.includes(table))?.[0]
  const foreign = written.filter(({ table, by }) => ![undefined, by].includes(ownerOf(table)))
  expect(foreign.map(({ table, file }) => `${file} writes ${table}`)).toEqual([])
})

test('a statement that writes names its table, so that the search above finds it', () => {
  const unnamed = sources.flatMap(({ file, text }) => {
    const some = text.matchAll(/(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'\s]/g)
    const looped = text.matchAll(inLoop)
    return [...some].length > [...looped].length ? [file] : []
  })
  expect(unnamed).toEqual([])
})

function moduleOf(file: string): string {
  return /app\/modules\/([\w-]+)/.exec(file)?.[1] ?? ''
}

function camel(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
