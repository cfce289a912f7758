import { expect, test } from 'vitest'
import { startedAtPress } from './deferred-script.server.ts'
import { withHashes } from './script-hashes.server.ts'

const page = `<html><head><title>畝</title></head><body><script nonce="secret">context("畝")</script>
<script nonce="secret" type="text/plain" id="page-end" data-start="/a.js /b.js">import "/a.js"</script></body></html>`

test('the script that starts the page says that it waits', () => {
  const html = startedAtPress(page, 'secret')
  expect(html).toContain('data-at-press="" data-start="/a.js /b.js">import "/a.js"</script>')
  expect(html).toContain('<script nonce="secret">context("畝")</script>')
})

test('the policy allows it to start: its text has kept its hash, and all that is added has one', () => {
  const hashesOf = (html: string) => withHashes(html, 'secret').sources.split(' ')
  const [before, after] = [hashesOf(page), hashesOf(startedAtPress(page, 'secret'))]
  expect(after).toEqual(expect.arrayContaining(before))
  expect(after).toHaveLength(before.length + 2)
  expect(withHashes(startedAtPress(page, 'secret'), 'secret').html).not.toContain('nonce')
})

test('what asks for it uses nothing from outside of its own text', () => {
  const [, inline = ''] =
    /<script nonce="secret">(\(function loadAtPress[\s\S]*?)<\/script>/.exec(startedAtPress(page, 'secret')) ?? []
  const heard: string[] = []
  const listener = { addEventListener: (name: string) => heard.push(name) }
  new Function('document', 'window', 'localStorage', inline)(listener, listener, { getItem: () => null })
  expect(heard).toEqual(['error', 'pointerover', 'pointerdown', 'focusin', 'keydown', 'click'])
})

test('a page that the bundler starts, in development, starts at once', () => {
  const early = '<html><head></head><body><script type="module" async="">import "/a.ts"</script></body></html>'
  expect(startedAtPress(early, 'secret')).toBe(early)
})
