import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ClaimId } from '#kernel/ids.ts'
import { ClaimSteps } from './claim-steps.tsx'

const formKey = '018e06f9-1a2b-7000-8000-0123456789ab'
const steps = ['escalate', 'recheck'] as const
const actions = steps.map((name) => ({ name, button: name, refusal: null }))

test('each step of each claim is sent with a key of its own: one whose answer was lost blocks no other', () => {
  const panels = ['018e06f9-0000-7000-8000-000000000001', '018e06f9-0000-7000-8000-000000000002'].map((it) => {
    const id = it as ClaimId
    return createElement(ClaimSteps, { key: id, claim: { id, actions }, formKey, steps, problem: undefined })
  })
  const router = createMemoryRouter([{ path: '/', element: panels }])
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }))
  const keys = [...html.matchAll(/name="key" value="([^"]+)"/g)].map(([, key]) => key)
  expect(keys).toHaveLength(4)
  expect(new Set(keys).size).toBe(4)
  for (const key of keys) expect(key).toMatch(/^018e06f9-1a2b-7000-8000-01234567[0-9a-f]{4}$/)
})
