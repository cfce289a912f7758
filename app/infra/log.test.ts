import { expect, test } from 'vitest'
import { makeLog } from './log.server.ts'

const secret = 'IVvuCnF8T1FMA863K-ndpr9sby3HH8_DXP80kzQsJWw'

function written(tell: (log: ReturnType<typeof makeLog>) => void): Record<string, unknown> {
  const lines: string[] = []
  tell(makeLog('info', { write: (text) => void lines.push(text) }))
  const line = lines.join('')
  expect(line).not.toContain(secret)
  return JSON.parse(line)
}

test.each([
  `POST to "/calendar/${secret}.ics"`,
  `?oobCode=${secret}&lang=ja`,
  `first line\n${secret}\n\u0001${secret}`,
  `Bearer hti_0123456789_${secret}`,
])('a line has nothing in the shape of a secret: %j', (text) => {
  const { err } = written((log) => log.error({ err: new Error(text) }, 'failed'))
  expect(JSON.stringify(err)).toContain('…')
})

test('ids of requests and names of constraints stay readable', () => {
  const facts = {
    requestId: '0193c0de-0000-7000-8000-000000000001',
    constraint: 'organisations_registration_number_of_the_invoice_check',
  }
  expect(written((log) => log.info(facts, 'x'))).toMatchObject(facts)
})
