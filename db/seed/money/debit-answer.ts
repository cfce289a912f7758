/** What the bank makes of our request: the outcome of each record, and its sums. */
export function answered(text: string, outcomes: string): string {
  const lines = text.split('\r\n')
  const data = lines.filter((line) => line.startsWith('2'))
  const sum = (paid: boolean) => {
    const some = data.filter((_, at) => (outcomes[at] === '0') === paid)
    const total = some.reduce((all, line) => all + Number(line.slice(80, 90)), 0)
    return String(some.length).padStart(6, '0') + String(total).padStart(12, '0')
  }
  let at = 0
  return lines
    .map((line) => (line.startsWith('2') ? line.slice(0, 111) + outcomes[at++] + line.slice(112) : line))
    .map((line) => (line.startsWith('8') ? line.slice(0, 19) + sum(true) + sum(false) + line.slice(55) : line))
    .join('\r\n')
}

/** Text of half-width kana and ASCII as banks write it (JIS X 0201). */
export const asBytes = (text: string): Uint8Array =>
  Uint8Array.from(text, (c) => (c < '\x80' ? c.charCodeAt(0) : c.charCodeAt(0) - 0xfec0))
