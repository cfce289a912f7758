/** The name in the database of a table or column: what `columnNames` makes of it. */
export const columnName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A row with the names of the database, for SQL that takes rows as JSON and for files. */
export const withColumnNames = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [columnName(key), value]))
