import { expect, test } from 'vitest'
import { z } from 'zod'
import { Body, DayIn, GramsIn, PasswordIn, Quantity, Text } from '#kernel/schema.ts'
import { readForm } from './read-form.server.ts'

const formOf = (fields: Readonly<Record<string, string>>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const Line = Body({ qty: Quantity(1), grams: GramsIn.nullable().default(null), sent: z.boolean().default(false) })
const Order = z.object({ on: DayIn, note: Text(0, 5).optional(), lines: z.array(Line).default([]) })

test('text becomes typed input: full-width numbers, kilograms, boxes that were ticked, lines', () => {
  const form = formOf({
    on: '2026-11-25',
    note: '　',
    'lines[0].qty': '１，２００',
    'lines[0].grams': '2.685',
    'lines[0].sent': 'on',
    'lines[1].qty': '3',
    'lines[1].grams': '',
  })
  expect(readForm(Order, form)).toEqual({
    ok: true,
    value: {
      on: '2026-11-25',
      note: undefined,
      lines: [
        { qty: 1200, grams: 2685, sent: true },
        { qty: 3, grams: null, sent: false },
      ],
    },
  })
})

test('every mistake stands at its field, and what was typed comes back', () => {
  const form = formOf({ on: '明日', note: 'ながすぎるメモ', 'lines[0].qty': 'たくさん', 'lines[0].grams': '重い' })
  const read = readForm(Order, form)
  expect(read.ok ? null : read.problem).toEqual({
    summary: '入力内容に修正が必要です。印のある欄を確認してください。',
    typed: Object.fromEntries(form),
    fields: {
      on: '日付は YYYY-MM-DD の形式で入力してください（例 2026-11-25）。',
      note: '5文字以下で入力してください。',
      'lines[0].qty': '数量は1以上の整数で入力してください（例 12）。',
      'lines[0].grams': '重量はグラムの整数で入力してください（例 2685）。',
    },
  })
})

test('names that are of no form of ours are ignored', () => {
  const odd = ['__proto__', 'constructor', 'x.constructor', 'b[', 'a..b', 'x[-1]', 'lines[1000000].qty', '']
  const form = formOf({ on: '2026-11-25', ...Object.fromEntries(odd.map((name) => [name, '1'])) })
  form.append('__proto__', '1')
  expect(readForm(Order, form)).toMatchObject({ ok: true, value: { on: '2026-11-25' } })
})

test('a password is read as it was typed', () => {
  const shape = z.object({ password: PasswordIn, note: Text(0, 20).optional() })
  for (const password of ['  合言葉 は\u3000', '   ', ''])
    expect(readForm(shape, formOf({ password, note: ' 箱 ' }))).toEqual({ ok: true, value: { password, note: '箱' } })
  expect(readForm(shape, formOf({}))).toEqual({ ok: true, value: { password: '' } })
})
