import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * A table has one writing module: the one whose `tables.ts` declares it. The exceptions are named with what they are for. A
 * new one fails here, and so does one that is not needed any more.
 */
const others: Readonly<Record<string, string>> = {
  'identity writes answerLinks': 'an address that was not verified made nothing that lasts',
  'identity writes calendarFeeds': 'signing out everywhere ends the keys beside sessions',
  'identity writes invitations': 'an address that was not verified made nothing that lasts',
  'identity writes memberships': 'an address that was not verified made nothing that lasts',
  'identity writes notificationSettings': 'mails of announcements are a setting of the account',
  'notifications writes people': 'quiet hours are columns of the account',
  'organisations writes carts': 'a kitchen that closes, or a member who leaves, takes the cart along',
}

/** module → the tables that it declares */
const declared = new Map(
  globSync('app/modules/*/tables.ts').map((file) => {
    const names = readFileSync(file, 'utf8').matchAll(/^ {2}(\w+): \{/gm)
    return [moduleOf(file), [...names].map(([, name = '']) => name)] as const
  }),
)

const written = globSync('app/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  const built = [...text.matchAll(/(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g)]
  const raw = [...text.matchAll(/\b(?:insert into|update|delete from)\s+(\w+)\s+(?:set|\(|where|as|using|select)/g)]
  return [...built, ...raw].map(([, name = '']) => ({ table: camel(name), by: moduleOf(file), file }))
})

test('every table is declared by one module', () => {
  const all = [...declared.values()].flat()
  expect(all.length).toBeGreaterThan(100)
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([])
})

test('a table is written by the module that declares it', () => {
  const foreign = written.filter(({ table, by }) => {
    const owner = [...declared].find(([, tables]) => tables.includes(table))?.[0]
    return owner !== undefined && owner !== by
  })
  expect([...new Set(foreign.map(({ table, by }) => `${by} writes ${table}`))].sort()).toEqual(
    Object.keys(others).sort(),
  )
})

function moduleOf(file: string): string {
  return /app\/modules\/([\w-]+)/.exec(file)?.[1] ?? ''
}

function camel(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
