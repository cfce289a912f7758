/** The first match names the browser; Chrome's name occurs in most others, and Safari's in all. */
const browsers = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bLine\//, 'LINE'],
  [/\bFxiOS\/|\bFirefox\//, 'Firefox'],
  [/\bCriOS\/|\bChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const machines = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b.*\bMobile\b/, 'Androidのスマートフォン'],
  [/\bAndroid\b/, 'Androidのタブレット'],
  [/\bWindows\b/, 'Windowsのパソコン'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linuxのパソコン'],
] as const

/** `iPhone（Safari）`: a device in the words of its owner. Only a hint: a client can send anything. */
export function deviceWord(userAgent: string | null): string {
  const machine = nameIn(machines, userAgent) ?? '不明な端末'
  const browser = nameIn(browsers, userAgent)
  return browser ? `${machine}（${browser}）` : machine
}

const nameIn = (table: readonly (readonly [RegExp, string])[], userAgent: string | null) =>
  table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
