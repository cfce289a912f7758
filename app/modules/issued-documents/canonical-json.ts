/**
 * JSON with the names of every object in order and without spaces (as RFC 8785 has it for texts and whole numbers), so
 * that what was stored as jsonb and read again gives the same bytes and the same SHA-256.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
