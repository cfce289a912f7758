import { connect, type NetConnectOpts } from 'node:net'
import { z } from 'zod'
import type { VirusScanner } from '#kernel/virus-scanner.ts'

/** Where clamd listens: `unix:///run/clamav/clamd.ctl` or `tcp://host:3310`. */
export const clamdSetting = z
  .string()
  .regex(/^(unix:\/\/\/\S+|tcp:\/\/[^\s:/]+:\d{1,5})$/, 'unix:///path/of/the/socket or tcp://host:port')
  .optional()

const targetOf = (address: string): NetConnectOpts => {
  const url = new URL(address)
  return url.protocol === 'unix:'
    ? { path: decodeURIComponent(url.pathname) }
    : { host: url.hostname, port: Number(url.port) }
}

type Facts = {
  /** The time limit for a response, in milliseconds. */
  withinMs?: number
  /** Called for everything but a clean file. */
  warn: (facts: { clamd: string }, line: string) => void
}

/**
 * ClamAV's daemon, over its own protocol (`man clamd`, INSTREAM): the file is sent in pieces with their length before
 * them, a length of zero ends it. Whatever is not `OK` or `FOUND`, also a timeout, counts as away.
 */
export function clamd(address: string, { withinMs = 20_000, warn }: Facts): VirusScanner {
  const ask = (message: Buffer) => answerOf(targetOf(address), message, withinMs)
  return {
    async scan(bytes) {
      const answer = await ask(instream(bytes)).catch((error: unknown) => String(error))
      if (answer === 'stream: OK') return 'clean'
      const found = /^stream: (.+) FOUND$/.exec(answer)
      warn({ clamd: found?.[1] ?? answer }, found ? 'an upload is infected' : 'the virus scanner is away')
      return found ? 'infected' : 'away'
    },
    version: async () => (await ask(Buffer.from('zVERSION\0')).catch(() => null)) || null,
  }
}

/** The scanner of this installation; null: none is configured. */
export const scannerOf = (
  { CLAMD_URL }: { CLAMD_URL?: string | undefined },
  warn: Facts['warn'],
): VirusScanner | null => (CLAMD_URL ? clamd(CLAMD_URL, { warn }) : null)

const pieceBytes = 65_536

function instream(bytes: Uint8Array): Buffer {
  const parts: Uint8Array[] = [Buffer.from('zINSTREAM\0')]
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes)
    parts.push(lengthOf(piece.length), piece)
  }
  return Buffer.concat([...parts, lengthOf(0)])
}

function lengthOf(count: number): Buffer {
  const four = Buffer.alloc(4)
  four.writeUInt32BE(count)
  return four
}

/** One connection for one request. The response ends with NUL. */
function answerOf(target: NetConnectOpts, message: Buffer, withinMs: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  const socket = connect(target)
  const timer = setTimeout(() => socket.destroy(new Error(`no answer within ${withinMs} ms`)), withinMs)
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    answer += text
    if (answer.includes('\0') || answer.length > 4_096) socket.destroy()
  })
  socket.once('error', reject)
  socket.once('close', () => {
    clearTimeout(timer)
    resolve(answer.replace(/\0[\s\S]*$/, '').trim())
  })
  socket.write(message)
  return promise
}
