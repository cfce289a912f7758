import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** Whose pages take which sheet; as app/routes/sheets.ts has it. */
const folders = {
  app: ['public', 'auth', 'profile', 'shell'],
  restaurant: ['restaurant', 'shell'],
  farm: ['farm', 'shell'],
  staff: ['staff', 'test', 'shell'],
}

const aliases = Object.entries({ '#ui/': 'ui/', '#modules/': 'modules/', '#kernel/': 'kernel/', '#access/': 'access/' })

/** Every file with markup of ours that these come to need, at once or later. */
function reachedFrom(starts: readonly string[]): Set<string> {
  const reached = new Set<string>()
  const open = [...starts]
  for (let path = open.pop(); path; path = open.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    const source = readFileSync(join('app', path), 'utf8')
    for (const [, wanted = ''] of source.matchAll(/(?:from|import\()\s*'([^']+\.tsx?)'/g)) {
      if (wanted.includes('.server.')) continue
      const alias = aliases.find(([name]) => wanted.startsWith(name))
      if (alias) open.push(wanted.replace(...alias))
      else if (wanted.startsWith('.') && !wanted.includes('+types')) open.push(normalize(join(dirname(path), wanted)))
    }
  }
  return reached
}

test.each(Object.entries(folders))('the sheet %s leaves out nothing that its pages show', (sheet, own) => {
  const leftOut = [...readFileSync(`app/styles/${sheet}.css`, 'utf8').matchAll(/@source not "\.\.\/([^"]+)"/g)]
  const starts = own.flatMap((folder) => globSync(`routes/${folder}/**/*.tsx`, { cwd: 'app' }))
  expect(starts.length).toBeGreaterThan(5)
  const missing = [...reachedFrom(starts)].filter(
    (path) => path.endsWith('.tsx') && leftOut.some(([, glob = '']) => matchesGlob(path, glob)),
  )
  expect(missing).toEqual([])
})
