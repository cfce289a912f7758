import iconv from 'iconv-lite'

/** Right-aligned with zeros, as banks write figures. */
export const digits = (n: number, length: number) => String(n).padStart(length, '0')
type BankRow = {
  yen: number
  name: string
  on?: string
  code?: string
  edi?: string
  kind?: string
  uncleared?: number
  text?: string
}

/** A file of 入出金取引明細 of みずほ銀行, account 1234567 of a branch. Amounts below zero went out; days are of 令和, `081102`. */
export function depositFile(
  branch: string,
  rows: readonly BankRow[],
  { from = '081101', to = '081130' } = {},
): Uint8Array {
  const sum = (some: readonly BankRow[]) => some.reduce((total, row) => total + Math.abs(row.yen), 0)
  const [incoming, outgoing] = [rows.filter((row) => row.yen > 0), rows.filter((row) => row.yen < 0)]
  const opening = 90_000_000
  const lines = [
    `1030${to}${from}${to}0001${'ﾐｽﾞﾎ'.padEnd(15)}${branch}${''.padEnd(15)}00010001234567${''.padEnd(40)}11${digits(opening, 14)}`,
    ...rows.map(
      ({
        yen: amount,
        name,
        on = '081102',
        code = '0000000000',
        edi = '',
        kind = '11',
        uncleared = 0,
        text = 'ﾌﾘｺﾐ',
      }) =>
        `2${digits(0, 8)}${on}${on}${amount > 0 ? 1 : 2}${kind}${digits(Math.abs(amount), 12)}${digits(uncleared, 12)}${digits(0, 23)}${code}${name.padEnd(48)}${''.padEnd(30)}${text.padEnd(20)}${edi.padEnd(20)}`,
    ),
    `8${digits(incoming.length, 6)}${digits(sum(incoming), 13)}${digits(outgoing.length, 6)}${digits(sum(outgoing), 13)}1${digits(opening + sum(incoming) - sum(outgoing), 14)}${digits(rows.length, 7)}`,
    `9${digits(rows.length + 3, 10)}00001`,
  ]
  return new Uint8Array(iconv.encode(lines.map((line) => `${line.padEnd(200)}\r\n`).join(''), 'cp932'))
}
