import { expect, test } from 'vitest'
import { messageOf, statusOf } from './error-facts.ts'

/** As the router passes it to the error page. */
const routeError = (status: number, statusText: string, data: unknown) => ({
  status,
  statusText,
  data,
  internal: false,
})

test.each([
  ['statusCode before all', { statusCode: 418, status: 404, response: { status: 403 } }, 418],
  ['status before the response', { status: 404, response: { status: 403 } }, 404],
  ['the response', { response: { status: 403 } }, 403],
  ['an error with a status', Object.assign(new Error('x'), { statusCode: 429 }), 429],
  ['a route error', routeError(418, '', null), 418],
  ['a status that is none', { statusCode: 200, status: '404', response: null }, 500],
  ['a bug', new TypeError('x is not a function'), 500],
  ['a word', 'broken', 500],
  ['nothing', null, 500],
])('the status of %s', (_, error, expected) => {
  expect(statusOf(error)).toBe(expected)
})

test.each([
  ['the words of a route error', routeError(418, 'Teapot', '急須です'), '急須です'],
  ['the message in its data', routeError(418, 'Teapot', { message: '急須です' }), '急須です'],
  ['else its status text', routeError(418, 'Teapot', null), 'Teapot'],
  ['else Error', routeError(418, '', null), 'Error'],
  ['an error with a status', Object.assign(new Error('混みあっています'), { status: 503 }), '混みあっています'],
  ['a bug says nothing', new TypeError('x is not a function'), 'Error'],
  ['nothing', null, 'Error'],
])('the message: %s', (_, error, expected) => {
  expect(messageOf(error, false)).toBe(expected)
})

test('in development a bug shows its message', () => {
  expect(messageOf(new TypeError('x is not a function'), true)).toBe('x is not a function')
})
