import { isIPv6 } from 'node:net'

/**
 * What counts as one network address: an IPv4 address; of IPv6 the first 64 bits, because every connection has 2^64
 * addresses and could use a new one for each attempt. Anything that is not an IPv6 address stays unchanged.
 */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] ?? address
  if (!isIPv6(plain)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  return mapped ?? `${hextetsOf(plain).slice(0, 4).join(':')}::/64`
}

/** The eight parts, with `::` and a dotted ending expanded. */
function hextetsOf(address: string): string[] {
  const [head = '', tail] = withoutDots(address).split('::')
  const [first, last] = [partsOf(head), partsOf(tail ?? '')]
  const missing = tail === undefined ? 0 : 8 - first.length - last.length
  return [...first, ...Array<string>(missing).fill('0'), ...last].map((part) => Number.parseInt(part, 16).toString(16))
}

const partsOf = (text: string) => (text === '' ? [] : text.split(':'))

const withoutDots = (address: string) =>
  address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((part) => part.toString(16)).join(':'),
  )

/**
 * What counts as one network for an account: of IPv6 the first 48 bits, because a rented server has 2^16 networks of
 * 64. null if it is unknown.
 */
export function siteOf(address: string | null): string | null {
  const network = address === null ? null : networkOf(address)
  return network?.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network
}
