/** The same items with one of them moved; a position outside moves it to that end. */
export function moved(ids: readonly string[], id: string, to: number): string[] {
  if (!ids.includes(id)) return [...ids]
  const others = ids.filter((other) => other !== id)
  const place = Math.min(Math.max(to, 0), others.length)
  return [...others.slice(0, place), id, ...others.slice(place)]
}
