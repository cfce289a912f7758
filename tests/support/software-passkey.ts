import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Told = { challenge: string; origin?: string; verified?: boolean }

const b64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** A passkey that lives in memory and answers as a device would (WebAuthn, ES256), or wrongly where a test wants it to. */
export function aSoftwarePasskey(host = 'localhost') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const counter = { at: 0 }

  const clientData = (type: string, { challenge, origin = `http://${host}:3000` }: Told) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  /** Present 1, verified 4, a new credential attached 64; then the counter. */
  const authenticatorData = (verified: boolean, attached: Uint8Array = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter.at++)
    const flags = 1 | (verified ? 4 : 0) | (attached.length > 0 ? 64 : 0)
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, attached])
  }

  function make({ verified = true, ...told }: Told): string {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const key = cborMap([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const attached = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
    const attestation = cborMap([
      ['fmt', 'none'],
      ['attStmt', []],
      ['authData', authenticatorData(verified, attached)],
    ])
    return JSON.stringify({
      id: b64(id),
      rawId: b64(id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: b64(clientData('webauthn.create', told)),
        attestationObject: b64(attestation),
        transports: ['internal'],
      },
    })
  }

  function answer({ verified = true, ...told }: Told): string {
    const client = clientData('webauthn.get', told)
    const data = authenticatorData(verified)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
    return JSON.stringify({
      id: b64(id),
      rawId: b64(id),
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: b64(client), authenticatorData: b64(data), signature: b64(signature) },
    })
  }

  return { make, answer, id: b64(id) }
}

type Cbor = number | string | Uint8Array | readonly []

/** As much of CBOR as a passkey needs: small numbers, short texts, bytes, the empty map. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return head(5, 0)
}

const cborMap = (entries: readonly (readonly [number | string, Cbor])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)])])

const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
