import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { withHashes } from './script-hashes.server.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('inline scripts of the page are named by their hashes, and the nonce is gone', () => {
  const { html, sources } = withHashes(
    `<head><script nonce="secret">start("畝")</script><link rel="modulepreload" nonce="secret" href="/a.js"/></head>` +
      `<script nonce="secret" type="module" async="">import "/b.js"</script><script nonce="secret">start("畝")</script>`,
    'secret',
  )
  expect(html).not.toContain('nonce')
  expect(html).toContain('<link rel="modulepreload" href="/a.js"/>')
  expect(sources.split(' ')).toEqual([hashOf('start("畝")'), hashOf('import "/b.js"')])
})

test('a script without the nonce, or from an address, is not named', () => {
  const foreign = `<script>steal()</script><script nonce="guess">steal()</script><script nonce="secret" src="/a.js"></script>`
  expect(withHashes(foreign, 'secret').sources).toBe('')
})
