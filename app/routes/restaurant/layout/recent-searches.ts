/** Recent searches on this device, the newest first. They never leave the browser. */

const storageKey = 'recent-searches'
const most = 6

export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((it): it is string => typeof it === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

export function rememberSearch(words: string): void {
  const typed = words.trim().slice(0, 100)
  if (typed !== '') keep([typed, ...recentSearches().filter((it) => it !== typed)].slice(0, most))
}

export const forgetSearches = (): void => keep([])

function keep(words: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(words))
  } catch {
    // a browser without storage offers nothing
  }
}
