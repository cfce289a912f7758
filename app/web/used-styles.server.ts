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

/**
 * Those rules of the sheets that can match something in the page: a rule stays unless it names a class that no element has. In
 * the order and the layers of the sheets, so that nothing changes when these follow.
 */
export function usedStyles(sheets: readonly Sheet[], html: string): string {
  const classes = new Set<string>()
  for (const [, names = ''] of html.matchAll(/ class="([^"]*)"/g))
    for (const name of names.split(/\s+/)) classes.add(name.replaceAll('&amp;', '&').replaceAll('&gt;', '>'))
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
