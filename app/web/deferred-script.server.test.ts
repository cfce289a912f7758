import { expect, test } from 'vitest'
import { withDeferredScript } from './deferred-script.server.ts'
import { withHashes } from './script-hashes.server.ts'

const page = `<html><head><link rel="modulepreload" nonce="secret" href="/a.js"/><title>畝</title></head><body>
<script nonce="secret">context("畝")</script><link rel="modulepreload" href="/b.js" nonce="secret"/>
<script nonce="secret" type="module" async="">import "/a.js"</script></body></html>`

test('the script that starts the page is there as text, and names what is loaded with it', () => {
  const html = withDeferredScript(page, 'secret')
  expect(html).toContain('<script nonce="secret" type="text/plain" data-modules="/a.js /b.js">import "/a.js"</script>')
  expect(html).not.toMatch(/rel="modulepreload" |type="module"/)
  expect(html).toContain('<script nonce="secret">context("畝")</script>')
})

test('the policy allows it to start: its text has kept its hash, and all that is added has one', () => {
  const hashesOf = (html: string) => withHashes(html, 'secret').sources.split(' ')
  const [before, after] = [hashesOf(page), hashesOf(withDeferredScript(page, 'secret'))]
  expect(after).toEqual(expect.arrayContaining(before))
  expect(after).toHaveLength(before.length + 2)
  expect(withHashes(withDeferredScript(page, 'secret'), 'secret').html).not.toContain('nonce')
})

test('what loads it uses nothing from outside of its own text', () => {
  const [, inline = ''] =
    /<script nonce="secret">(\(function loadAtPress[\s\S]*?)<\/script>/.exec(withDeferredScript(page, 'secret')) ?? []
  const heard: string[] = []
  const document = { addEventListener: (name: string) => heard.push(name) }
  new Function('document', 'localStorage', inline)(document, { getItem: () => null })
  expect(heard).toEqual(['pointerover', 'pointerdown', 'focusin', 'keydown', 'click'])
})

test('a page that nothing starts is a mistake of ours', () => {
  expect(() => withDeferredScript('<html><head></head></html>', 'secret')).toThrow('no script that starts it')
})
