import postcss, { type AtRule, type Container } from 'postcss'
import selectorParser from 'postcss-selector-parser'

/** Selectors of one rule, each with the classes without which it matches nothing. */
type StyleRule = { kind: 'style'; selectors: readonly (readonly string[])[]; text: string }
/** `@layer`, `@media` and their like: their rules count where they count. */
type Group = { kind: 'group'; prelude: string; rules: readonly Rule[] }
/** What is used by its name: `@keyframes`, `@property`. */
type Named = { kind: 'named'; name: string; text: string }
/** `@layer a, b;` and whatever else has no block to choose from. */
type Plain = { kind: 'plain'; text: string }
type Rule = StyleRule | Group | Named | Plain

export type Sheet = readonly Rule[]

/** The rules of a style sheet. Leaves out the styles of paper, which no first paint needs. */
export const parseSheet = (css: string): Sheet => rulesIn(postcss.parse(css))

function rulesIn(parent: Container): Rule[] {
  const rules: Rule[] = []
  parent.each((node) => {
    const text = node.toString()
    if (node.type === 'rule') rules.push({ kind: 'style', selectors: neededClasses(node.selector), text })
    if (node.type !== 'atrule' || isForPaper(node)) return
    if (!node.nodes) rules.push({ kind: 'plain', text: `${text};` })
    else if (groups.has(node.name))
      rules.push({ kind: 'group', prelude: `@${node.name}${node.raws.afterName}${node.params}`, rules: rulesIn(node) })
    else rules.push({ kind: 'named', name: node.params, text })
  })
  return rules
}

const groups = new Set(['layer', 'media', 'supports', 'container'])

const isForPaper = ({ name, params }: AtRule) => name === 'page' || (name === 'media' && params === 'print')

/** The classes of each selector that an element, or what is around it, must have. In brackets of `:not()` or `:is()` none of them must. */
const neededClasses = (selectors: string): string[][] =>
  selectorParser()
    .astSync(selectors)
    .nodes.map(({ nodes }) => nodes.filter(selectorParser.isClassName).map(({ value }) => value))

/** Characters of styles in memory, over all pages; a list of products has 41,000. */
const mostKept = 4_000_000
/** Distinct `class` attributes of which the names are known: all that our components write. */
const mostAttributes = 20_000

const numbers = new Map<string, number>()
const attributes = new Map<string, readonly number[]>()
const kept = new Map<string, string>()
let keptCharacters = 0
let lists = 0

/**
 * Those rules of the sheets that can match something in a page: a rule stays unless it names a class that no element has. In
 * the order and the layers of the sheets, so that nothing changes when these follow. For pages that have the same classes they are
 * written once.
 */
export function stylesUsedOf(sheets: readonly Sheet[]): (html: string) => string {
  const list = lists++
  return (html) => {
    const found = classesIn(html)
    const key = `${list} ${found.toString('latin1')}`
    const before = kept.get(key)
    if (before !== undefined) {
      kept.delete(key)
      kept.set(key, before)
      return before
    }
    const styles = usedStyles(sheets, new Set([...numbers].flatMap(([name, number]) => (found[number] ? name : []))))
    kept.set(key, styles)
    keptCharacters += styles.length
    for (const [oldest, its] of kept) {
      if (keptCharacters <= mostKept) break
      kept.delete(oldest)
      keptCharacters -= its.length
    }
    return styles
  }
}

/** A one at the number of each class of the page. */
function classesIn(html: string): Buffer {
  if (attributes.size > mostAttributes) forgetAll()
  const distinct = new Set<string>()
  const start = ' class="'
  for (let at = html.indexOf(start); at !== -1; ) {
    const end = html.indexOf('"', at + start.length)
    if (end === -1) break
    distinct.add(html.slice(at + start.length, end))
    at = html.indexOf(start, end)
  }
  const all = [...distinct].map(numbersOf)
  const found = Buffer.alloc(numbers.size)
  for (const each of all) for (const number of each) found[number] = 1
  return found.subarray(0, found.lastIndexOf(1) + 1)
}

function forgetAll(): void {
  for (const known of [attributes, numbers, kept]) known.clear()
  keptCharacters = 0
}

function numbersOf(attribute: string): readonly number[] {
  const before = attributes.get(attribute)
  if (before) return before
  const names = attribute.split(/\s+/).map((name) => name.replaceAll('&amp;', '&').replaceAll('&gt;', '>'))
  for (const name of names) if (!numbers.has(name)) numbers.set(name, numbers.size)
  const found = names.flatMap((name) => numbers.get(name) ?? [])
  // a copy: a slice would keep the whole page in memory
  attributes.set(Buffer.from(attribute).toString(), found)
  return found
}

function usedStyles(sheets: readonly Sheet[], classes: ReadonlySet<string>): string {
  const matches = (rule: Rule): boolean =>
    rule.kind !== 'style' || rule.selectors.some((needed) => needed.every((name) => classes.has(name)))
  const styles = sheets.map((sheet) => written(sheet, (rule) => rule.kind !== 'named' && matches(rule))).join('')
  const isWanted = (rule: Rule) => (rule.kind === 'named' ? styles.includes(rule.name) : matches(rule))
  return sheets.map((sheet) => written(sheet, isWanted)).join('')
}

function written(rules: Sheet, isWanted: (rule: Rule) => boolean): string {
  let text = ''
  for (const rule of rules) {
    if (rule.kind === 'group') {
      const inside = written(rule.rules, isWanted)
      // a layer has its rank from where it is named first, with rules or without
      if (inside || rule.prelude.startsWith('@layer')) text += `${rule.prelude}{${inside}}`
    } else if (isWanted(rule)) text += rule.text
  }
  return text
}
