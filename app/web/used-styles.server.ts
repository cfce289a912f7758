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

/**
 * The rules of a minified style sheet. Leaves out the styles of paper, which no first paint needs.
 */
export function parseSheet(css: string): Sheet {
  const rules: Rule[] = []
  for (const { prelude, body } of blocksIn(css.replace(/\/\*[\s\S]*?\*\//g, ''))) {
    if (body === null) rules.push({ kind: 'plain', text: `${prelude};` })
    else if (/^@page\b|^@media print$/.test(prelude)) continue
    else if (/^@(layer|media|supports|container)\b/.test(prelude))
      rules.push({ kind: 'group', prelude, rules: parseSheet(body) })
    else if (prelude.startsWith('@'))
      rules.push({ kind: 'named', name: prelude.replace(/^\S+\s+/, ''), text: `${prelude}{${body}}` })
    else rules.push({ kind: 'style', selectors: selectorsIn(prelude).map(classesOf), text: `${prelude}{${body}}` })
  }
  return rules
}

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

/** What stands before each block of this level, and in it; null: a statement without a block. */
function* blocksIn(css: string): Generator<{ prelude: string; body: string | null }> {
  for (let at = 0; at < css.length; ) {
    const end = endOf(css, at, '{;')
    const prelude = css.slice(at, end).trim()
    if (css[end] !== '{') {
      if (prelude) yield { prelude, body: null }
      at = end + 1
      continue
    }
    const close = endOf(css, end + 1, '}')
    yield { prelude, body: css.slice(end + 1, close) }
    at = close + 1
  }
}

const selectorsIn = (prelude: string): string[] => {
  const selectors: string[] = []
  for (let at = 0; at < prelude.length; ) {
    const end = endOf(prelude, at, ',')
    selectors.push(prelude.slice(at, end))
    at = end + 1
  }
  return selectors
}

/** Where the first of these signs is that is in no string and no bracket; else the end. */
function endOf(css: string, from: number, signs: string): number {
  let depth = 0
  for (let at = from; at < css.length; at++) {
    const sign = css[at] ?? ''
    if (sign === '\\') at++
    else if (sign === '"' || sign === "'") at = endOfString(css, at, sign)
    else if (depth === 0 && signs.includes(sign)) return at
    else if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign)) depth--
  }
  return css.length
}

function endOfString(css: string, from: number, quote: string): number {
  for (let at = from + 1; at < css.length; at++) {
    if (css[at] === '\\') at++
    else if (css[at] === quote) return at
  }
  return css.length
}

/** The classes that an element, or what is around it, must have. In brackets of `:not()` or `:is()` none of them must. */
function classesOf(selector: string): string[] {
  const outside = withoutBrackets(selector)
  return [...outside.matchAll(/\.((?:\\[\da-f]{1,6}\s?|\\.|[\w-]|[^\0-\x7f])+)/gi)].map(([, name = '']) =>
    unescaped(name),
  )
}

function withoutBrackets(selector: string): string {
  let outside = ''
  for (let at = 0; at < selector.length; at++) {
    const sign = selector[at] ?? ''
    if (sign === '\\') outside += selector.slice(at, ++at + 1)
    else if (sign === '(' || sign === '[') at = endOf(selector, at + 1, sign === '(' ? ')' : ']')
    else outside += sign
  }
  return outside
}

const unescaped = (name: string): string =>
  name.replace(/\\([\da-f]{1,6})\s?|\\(.)/gi, (_, code: string | undefined, sign: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : sign,
  )
