import type { Temperature } from '#kernel/enums.ts'
import type { ParcelId } from '#kernel/ids.ts'
import { parseId } from '#kernel/ids.ts'
import type { ShownParcel } from '../arrange-parcels.server.ts'

/** A parcel as it is typed; `contents`: the count of each line by its id, as typed. */
export type ParcelRow = {
  id: ParcelId | null
  name: string
  temperature: Temperature
  size: string
  contents: Readonly<Record<string, string>>
}

/** In the names of its fields: `name.<id>`, or `name.new-1` for a parcel that is not stored yet. */
export const rowKeys = (rows: readonly Pick<ParcelRow, 'id'>[]): string[] => {
  let added = 0
  return rows.map(({ id }) => {
    if (id) return id
    added += 1
    return `new-${added}`
  })
}

export const rowsOf = (parcels: readonly ShownParcel[]): ParcelRow[] =>
  parcels.map(({ id, name, temperature, sizeClass, contents }) => ({
    ...{ id, name, temperature, size: String(sizeClass) },
    contents: Object.fromEntries(contents.map(({ lineId, qty }) => [lineId, String(qty)])),
  }))

/** What a form says, in the order of its fields; nothing of it is corrected. */
export function rowsIn(typed: Readonly<Record<string, string>>): ParcelRow[] {
  const keys = Object.keys(typed).flatMap((name) => (name.startsWith('temperature.') ? [name.slice(12)] : []))
  return keys.map((key) => ({
    id: parseId<'parcel'>(key),
    name: typed[`name.${key}`] ?? '',
    temperature: temperatureIn(typed[`temperature.${key}`]),
    size: typed[`size.${key}`] ?? '',
    contents: Object.fromEntries(
      Object.entries(typed).flatMap(([name, count]) =>
        name.startsWith(`in.${key}.`) ? [[name.slice(key.length + 4), count]] : [],
      ),
    ),
  }))
}

const temperatureIn = (text: string | undefined): Temperature =>
  text === 'chilled' || text === 'frozen' ? text : 'ambient'

/** Without one of the parcels; what lies in it moves to the first other one of its temperature, else to the first. */
export function withoutRow(rows: readonly ParcelRow[], index: number): ParcelRow[] {
  const gone = rows[index]
  const others = rows.filter((_, at) => at !== index)
  const heir = others.find(({ temperature }) => temperature === gone?.temperature) ?? others[0]
  return others.map((row) => {
    if (row !== heir || !gone) return row
    const contents = { ...row.contents }
    for (const [line, count] of Object.entries(gone.contents))
      contents[line] = String((Number(contents[line] ?? 0) || 0) + (Number(count) || 0))
    return { ...row, contents }
  })
}
