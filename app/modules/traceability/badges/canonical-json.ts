/**
 * The signed text, byte for byte: keys in lexical order, no spaces. The subset of RFC 8785 that our statements need:
 * texts, whole numbers, true, false and null.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, it]) => `${JSON.stringify(name)}:${canonicalJson(it)}`)
  return `{${members.join(',')}}`
}
