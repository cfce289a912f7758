import { lookup as lookUp } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { ForbiddenAddress, type SafeFetch, type SafeFetchAnswer } from '#kernel/safe-fetch.ts'

const timeoutMs = 10_000
const mostRead = 2_000

/** Of IANA's registries of special addresses, those that are not globally reachable. */
const notPublic = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(net, bits, 'ipv6')

/**
 * The allocated part of IPv6. Everything that embeds an IPv4 address lies outside it (`::a.b.c.d`, `::ffff:…`,
 * `64:ff9b::…`) or is listed above (6to4, Teredo).
 */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is on the public internet: not this machine, not an internal network. */
export function isPublicIp(ip: string): boolean {
  const family = isIP(ip)
  if (family === 4) return !notPublic.check(ip, 'ipv4')
  return family === 6 && globalUnicast.check(ip, 'ipv6') && !notPublic.check(ip, 'ipv6')
}

/** Where services listen for https. A free choice would let an attacker probe any port of any machine through us. */
const ports = ['', '443', '8443']

/**
 * Calls URLs given by members. The name is resolved once, and only the checked address is connected to, so that a
 * changing DNS answer has no effect; redirects are not followed. `allowLocal`: this machine too, for tests and
 * development.
 */
export function safeFetch({ allowLocal }: { allowLocal: boolean }): SafeFetch {
  const mayCall = (ip: string) => isPublicIp(ip) || (allowLocal && /^(127\.|::1$)/.test(ip))
  const lookup: LookupFunction = (hostname, _, done) => {
    lookUp(hostname, { all: true })
      .then((found) => {
        const forbidden = found.find(({ address }) => !mayCall(address))
        const [first] = found
        if (forbidden || !first) throw new ForbiddenAddress(`${hostname} is not on the open internet`)
        done(null, [first])
      })
      .catch((error: NodeJS.ErrnoException) => done(error, []))
  }
  const refuses = (address: string) => {
    if (!URL.canParse(address)) return true
    // the URL parser has already read octal, hexadecimal, short and full-width forms of an IPv4 address
    const { protocol, hostname, port, username, password } = new URL(address)
    const host = hostname.replace(/^\[|\]$|\.$/g, '')
    if (protocol !== 'https:' && !(allowLocal && protocol === 'http:')) return true
    if (username !== '' || password !== '') return true
    if (!allowLocal && !ports.includes(port)) return true
    if (isIP(host)) return !mayCall(host)
    return (
      !allowLocal && (!host.includes('.') || /\.(local|localhost|internal|lan|home|arpa|test|invalid)$/i.test(host))
    )
  }
  const post: SafeFetch['post'] = (address, { headers, body }) => {
    if (refuses(address)) return Promise.reject(new ForbiddenAddress('not an https address on the open internet'))
    const url = new URL(address)
    const { promise, resolve, reject } = Promise.withResolvers<SafeFetchAnswer>()
    const call = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup,
        timeout: timeoutMs,
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          if (text.length < mostRead) text += part
          else answer.destroy()
        })
        answer.on('close', () => resolve({ status: answer.statusCode ?? 0, text: text.slice(0, mostRead) }))
        answer.on('error', reject)
      },
    )
    const tooLong = setTimeout(() => call.destroy(new Error('no answer in time')), timeoutMs)
    call.on('close', () => clearTimeout(tooLong))
    call.on('timeout', () => call.destroy(new Error('no answer in time')))
    call.on('error', reject)
    call.end(body)
    return promise
  }
  return { refuses, post }
}
