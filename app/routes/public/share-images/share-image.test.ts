import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { categoryColor } from './share-image.server.ts'

const tokenOf = { fruitveg: 'fruit', fruit: 'tree', herb: 'violet' } as const satisfies Partial<
  Record<keyof typeof categoryColor, string>
>

test.each(Object.entries(categoryColor))('%s has the colour of the tokens', async (category, color) => {
  const tokens = await readFile(new URL('../../../styles/tokens.css', import.meta.url), 'utf8')
  const name = Object.entries(tokenOf).find(([key]) => key === category)?.[1] ?? category
  expect(tokens).toContain(`--c-${name}: ${color};`)
})
