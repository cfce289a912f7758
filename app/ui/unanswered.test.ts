import { expect, test } from 'vitest'
import { isUnanswered } from './unanswered.ts'

test.each([
  'Failed to fetch',
  'Load failed',
  'NetworkError when attempting to fetch resource.',
  'network error',
  'The network connection was lost.',
  'The Internet connection appears to be offline.',
])('「%s」 is a network that is gone', (message) => expect(isUnanswered(new TypeError(message))).toBe(true))

test('an answer that is not of our server is none', () =>
  expect(isUnanswered(new Error('Unable to decode turbo-stream response'))).toBe(true))

test.each([
  new TypeError("Cannot read properties of undefined (reading 'id')"),
  new TypeError('Unexpected Server Error'),
  new Error('Failed to fetch'),
  { status: 503 },
  null,
])('a bug, and what the server says, are answers', (error) => expect(isUnanswered(error)).toBe(false))
