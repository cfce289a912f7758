/**
 * The names of a list in which several parties may have one name: those are told apart by their place, and by a number where the
 * place is the same, too, in the order of their ids.
 */
export function tellApart<Id extends string>(
  parties: readonly { id: Id; name: string; place: string | null }[],
): Map<Id, string> {
  const named = new Map<Id, string>()
  for (const [name, namesakes] of Map.groupBy(parties, (it) => it.name))
    for (const [place, neighbours] of Map.groupBy(namesakes, (it) => it.place ?? ''))
      for (const [at, { id }] of neighbours.toSorted((a, b) => (a.id < b.id ? -1 : 1)).entries()) {
        const marks = [place, neighbours.length > 1 ? String(at + 1) : ''].filter((it) => it !== '')
        named.set(id, namesakes.length > 1 && marks.length > 0 ? `${name}（${marks.join('・')}）` : name)
      }
  return named
}
