import { createServer, type Server, type Socket } from 'node:net'

/** The test string of the antivirus makers (eicar.org), put together here so that no scanner finds it in this file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

type Fake = { url: string; scanned: number; stop: () => Promise<void> }

/**
 * Speaks as clamd does: VERSION and INSTREAM. `how`: what it does with a file; `slow` never answers, `small` takes 100 bytes.
 */
export async function clamdServer(how: 'right' | 'slow' | 'small' | 'mute' = 'right'): Promise<Fake> {
  const open = new Set<Socket>()
  const fake: Fake = { url: '', scanned: 0, stop: () => stopped(server, open) }
  const server = createServer((socket) => {
    open.add(socket)
    let got = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (piece) => {
      got = Buffer.concat([got, Buffer.from(piece)])
      const text = got.toString('latin1')
      if (text === 'zVERSION\0') return void socket.end('ClamAV 1.4.6/27000/Tue Nov 24 09:00:00 2026\0')
      const file = text.startsWith('zINSTREAM\0') ? fileIn(got.subarray(10)) : null
      if (how === 'small' && got.length > 100) return void socket.end('INSTREAM size limit exceeded. ERROR\0')
      if (!file || how === 'slow') return
      if (how === 'mute') return void socket.end()
      fake.scanned += 1
      socket.end(file.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (typeof address === 'object' && address) fake.url = `tcp://127.0.0.1:${address.port}`
  return fake
}

/** The pieces as one, once the piece of no bytes has come. */
function fileIn(stream: Buffer): Buffer | null {
  const parts: Buffer[] = []
  for (let at = 0; at + 4 <= stream.length; ) {
    const length = stream.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(stream.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

async function stopped(server: Server, open: Set<Socket>): Promise<void> {
  for (const socket of open) socket.destroy()
  await new Promise<void>((done) => server.close(() => done()))
}
