import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

/** The build: nothing in it accepts a stand-in of the provider, and the provider's script is on few pages only. */

const root = join(import.meta.dirname, '../..')
const assets = join(root, 'build/client/assets')
const textOf = (file: string) => readFileSync(join(assets, file), 'utf8')
const importsOf = (file: string) =>
  [...textOf(file).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)].map(([, name]) => name ?? '')

/** All scripts of the built server: what starts it, and the bundle. */
const textOfServer = () =>
  readdirSync(join(root, 'build/server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(root, 'build/server', file), 'utf8'))
    .join('\n')

/** The newest manifest: the address of each route's script. */
function routesOf() {
  const [, name = ''] = /assets\/(manifest-[\w-]+\.js)/.exec(textOfServer()) ?? []
  const text = textOf(name)
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
    entry: { module: string }
    routes: Record<string, { module: string }>
  }
  return { entry: manifest.entry.module, routes: Object.entries(manifest.routes) }
}

/** A script and all its static imports; what is loaded later, with a press, is not in it. */
function reached(module: string): Set<string> {
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const next of importsOf(file)) visit(next)
  }
  visit(module.replace('/assets/', ''))
  return seen
}

test('T37 the built server contains no code that accepts tokens of an emulator', () => {
  // the SDK has two codes of this name, which have a sentence; two settings of this name stop the start
  const named = /"(invalid-emulator-scheme|emulator-config-failed|FIREBASE_AUTH_EMULATOR_HOST|IDENTITY_EMULATOR_URL)"/g
  const server = textOfServer().replace(named, '')
  expect(server.match(/.{0,40}emulator.{0,40}/gi) ?? []).toEqual([])
  for (const file of ['server/main.ts', 'server/admin.ts', 'server/dev.ts'])
    expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(/emulator|tests\//i)
})

test('T68 only the pages for signing in and up load code of the provider', () => {
  const { entry, routes } = routesOf()
  const heavy = /identitytoolkit|initializeAuth|firebaseapp/
  expect([...reached(entry)].filter((file) => heavy.test(textOf(file)))).toEqual([])
  const named = routes.filter(([, { module }]) => [...reached(module)].some((file) => /firebase/i.test(textOf(file))))
  expect(named.map(([id]) => id).sort()).toEqual(['routes/auth/sign-in', 'routes/auth/sign-up/signup'])
  for (const [id, { module }] of routes)
    expect(
      [...reached(module)].filter((file) => heavy.test(textOf(file))),
      id,
    ).toEqual([])
})

test('T68 the provider’s script is one file of at most 40 kB', () => {
  const files = readdirSync(assets).filter((file) => /^firebase\.client-.*\.js$/.test(file))
  const newest = files.filter((file) =>
    readdirSync(assets).some((it) => it.endsWith('.js') && textOf(it).includes(file)),
  )
  expect(newest.length).toBeGreaterThan(0)
  for (const file of newest) expect(gzipSync(textOf(file), { level: 9 }).length).toBeLessThan(40_000)
})
