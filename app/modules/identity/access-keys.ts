/** Credentials that open an account, or read from it, besides sessions, and that outlive them. */
export const accessKeys = ['tokens', 'calendars', 'passkeys'] as const
export type AccessKey = (typeof accessKeys)[number]
export type KeyCounts = Record<AccessKey, number>

export const noKeys: KeyCounts = { tokens: 0, calendars: 0, passkeys: 0 }

export const keyWords: Record<AccessKey, string> = {
  tokens: '連携用トークン',
  calendars: 'カレンダー配信',
  passkeys: 'パスキー',
}

/** 連携用トークン 2件・パスキー 1件; null if there are none. */
export function keysText(counts: KeyCounts): string | null {
  const said = accessKeys.filter((key) => counts[key] > 0).map((key) => `${keyWords[key]} ${counts[key]}件`)
  return said.length > 0 ? said.join('・') : null
}
