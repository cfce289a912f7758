import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync } from 'vite'
import { expect, test } from 'vitest'
import { meanings } from '../../app/ui/explained.tsx'

const files = globSync('app/**/*.tsx', { exclude: ['app/routes/dev/**', '**/*.server.tsx', '**/*.test.tsx'] }).map(
  (file) => ({ file, source: readFileSync(file, 'utf8') }),
)
const controls = /^(button|a|summary|label|Button|ButtonLink|Link|NavLink|DetailsMenu)$/
/** Known to every phone user, or names. */
const plain = /^(FAX|ID|LINE|MB|PC|PDF|QR|URL)$/

test('a control that shows only an icon has its name as its tooltip', () => {
  const found = files.flatMap(({ file, source }) => {
    const { program } = parseSync(file, source)
    const icons = new Set(['svg', 'Logo', ...namesFrom(program, 'lucide-react')])
    return elementsIn(program).flatMap((element) => {
      const text = source.slice(element.start, element.end)
      const isBare =
        controls.test(nameOf(element)) &&
        elementsIn(element).some((it) => icons.has(nameOf(it))) &&
        !contentOf(element).some((part) => showsText(part, icons)) &&
        !/iconOnly\(|iconShape\(| label=/.test(text)
      return isBare ? [`${file}: ${text.slice(0, 100)}`] : []
    })
  })
  expect(found).toEqual([])
})

test('an abbreviation in the text of a page is explained, or commonly known', () => {
  const found = files.flatMap(({ file, source }) => {
    const { program } = parseSync(file, source)
    const explained = elementsIn(program).filter((element) => nameOf(element) === 'Explained')
    return nodesIn(program).flatMap((node) => {
      if (node.type !== 'JSXText') return []
      const isExplained = explained.some(({ start, end }) => start < node.start && node.end < end)
      return (node.value.match(/\b[A-Z]{2,}\b/g) ?? [])
        .filter((word) => !plain.test(word) && !(isExplained && Object.hasOwn(meanings, word)))
        .map((word) => `${file}: ${word}`)
    })
  })
  expect(found).toEqual([])
})

const isNode = (it: unknown): it is ESTree.Node => typeof it === 'object' && it !== null && 'type' in it

const nodesIn = (node: ESTree.Node): ESTree.Node[] => [
  node,
  ...Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((inside) => nodesIn(inside)),
]

const elementsIn = (node: ESTree.Node) => nodesIn(node).filter((it) => it.type === 'JSXElement')

const nameOf = ({ openingElement: { name } }: ESTree.JSXElement): string =>
  name.type === 'JSXIdentifier' ? name.name : ''

const namesFrom = ({ body }: ESTree.Program, from: string): string[] =>
  body.flatMap((it) =>
    it.type === 'ImportDeclaration' && it.source.value === from ? it.specifiers.map(({ local }) => local.name) : [],
  )

const attributeOf = (element: ESTree.JSXElement, name: string) =>
  element.openingElement.attributes.find((it) => it.type === 'JSXAttribute' && it.name.name === name)

/** The menu's button shows what its attribute says. */
function contentOf(element: ESTree.JSXElement): ESTree.Node[] {
  const summary = attributeOf(element, 'summary')
  return nameOf(element) === 'DetailsMenu' ? (summary ? [summary] : []) : element.children
}

/** Whether letters can be seen in it; an expression may show some. */
function showsText(node: ESTree.Node, icons: ReadonlySet<string>): boolean {
  const anyShows = (...parts: ESTree.Node[]) => parts.some((part) => showsText(part, icons))
  switch (node.type) {
    case 'JSXText':
      return node.value.trim() !== ''
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number'
    case 'JSXAttribute':
      return node.value !== null && anyShows(node.value)
    case 'JSXExpressionContainer':
      return anyShows(node.expression)
    case 'JSXEmptyExpression':
      return false
    case 'ConditionalExpression':
      return anyShows(node.consequent, node.alternate)
    case 'LogicalExpression':
      return anyShows(node.right)
    case 'JSXFragment':
      return anyShows(...node.children)
    case 'JSXElement': {
      if (icons.has(nameOf(node)) || nameOf(node) === 'input') return false
      const look = attributeOf(node, 'className')
      const isHidden = look?.type === 'JSXAttribute' && look.value?.type === 'Literal' && look.value.value === hidden
      return !isHidden && (node.children.length === 0 ? nameOf(node) !== 'span' : anyShows(...node.children))
    }
    default:
      return true
  }
}

const hidden = 'visually-hidden'
