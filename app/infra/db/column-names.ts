/** Names come from the program, so there are only so many of them. */
const known = new Map<string, string>()

/** The name in the database of a table or column: what `columnNames` makes of it. */
export function columnName(name: string): string {
  let found = known.get(name)
  if (found === undefined) {
    found = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    known.set(name, found)
  }
  return found
}

/** A row with the names of the database, for SQL that takes rows as JSON and for files. */
export function withColumnNames(row: object): Record<string, unknown> {
  const renamed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) renamed[columnName(name)] = value
  return renamed
}
