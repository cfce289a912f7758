import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iconsIn, withSingleIcons } from '../../scripts/single-icons.ts'

const icons = iconsIn(readFileSync('node_modules/lucide-react/dist/esm/lucide-react.mjs', 'utf8'))
const written = (code: string) => withSingleIcons(code, '/app/page.tsx?route', icons)

test('icons are imported from their own modules, under the names that they have there', () => {
  expect(written(`import { House, Trash as Bin } from 'lucide-react'\nexport const icons = [House, Bin]\n`)).toBe(
    `import House from 'lucide-react/icons/house'; import Bin from 'lucide-react/icons/trash'\nexport const icons = [House, Bin]\n`,
  )
})

test('an older name leads to the module of the new one', () => {
  expect(icons.get('Home')).toBe(icons.get('House'))
})

test('types stay where they are', () => {
  const type = `import type { LucideIcon } from 'lucide-react'\n`
  expect(written(type)).toBe(type)
  expect(written(`import { House, type LucideIcon } from 'lucide-react'\n`)).toBe(
    `import House from 'lucide-react/icons/house'\n`,
  )
})

test('the lines after an import keep their numbers', () => {
  const code = `import {\n  House,\n  Trash2,\n} from 'lucide-react'\nconst fifth = 5\n`
  expect(written(code).split('\n').indexOf('const fifth = 5')).toBe(4)
})

test('what is no icon is refused', () => {
  expect(() => written(`import { Hause } from 'lucide-react'`)).toThrow('no icon Hause')
  expect(() => written(`import * as all from 'lucide-react'`)).toThrow('/app/page.tsx')
})
