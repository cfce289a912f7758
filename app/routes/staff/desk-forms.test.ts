import { type ComponentProps, createElement, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { SavedViews } from '#modules/admin/ui/organisation-filters.tsx'
import type { DocumentFacts } from '#modules/organisations/documents/document.ts'
import { PermitForm } from '#modules/organisations/ui/permit-form.tsx'
import { StandingForm } from '#modules/organisations/ui/standing-form.tsx'
import { Person } from './organisations/organisation-account-person.tsx'

/** As rendered by the server, without script. */
const written = (element: ReactElement) =>
  renderToString(createElement(RouterProvider, { router: createMemoryRouter([{ path: '/', element }]) })).replaceAll(
    '<!-- -->',
    '',
  )

function folds(element: ReactElement) {
  return [...written(element).matchAll(/<details[^>]*>.*?<\/details>/gs)].map(([text]) => ({
    summary: /<summary[^>]*>([^<]*)/.exec(text)?.[1] ?? '',
    open: /^<details[^>]* open=""/.test(text),
    text,
  }))
}
const openOnes = (element: ReactElement) => folds(element).flatMap(({ open, summary }) => (open ? summary : []))
const marked = (element: ReactElement) =>
  folds(element).flatMap(({ text }) =>
    [...text.matchAll(/aria-invalid="true"[^>]*|id="([^"]*)-error"/g)].map(([it]) => it),
  )

const sentence = '理由を入力してください。'
const problemOf = (typed: Record<string, string>, fields: Record<string, string>) => ({
  fields,
  typed,
  summary: sentence,
})

test.each([
  ['the stop', 'approved', { intent: 'decide', to: 'suspended' }, '取引を停止する'],
  ['the end', 'approved', { intent: 'close' }, '退会にする'],
  ['another try', 'rejected', { intent: 'decide', to: 'returned' }, '再申請を可能にする'],
] as const)(
  'of the forms of a standing, only %s is open and marked, with what was typed',
  (_, status, typed, summary) => {
    const problem = problemOf({ ...typed, reason: '打った文' }, { reason: sentence })
    const form = createElement(StandingForm, { status, formKey: 'k', version: 1, problem })
    expect(openOnes(form)).toEqual([summary])
    const [open, ...rest] = folds(form).toSorted((a, b) => Number(b.open) - Number(a.open))
    expect(open?.text).toContain(sentence)
    expect(open?.text).toContain('打った文')
    for (const other of rest) expect(other.text).not.toMatch(new RegExp(`${sentence}|打った文`))
  },
)

const paper: DocumentFacts = {
  id: newId<'document'>(),
  kind: 'permit',
  fileName: 'a.pdf',
  mediaType: 'application/pdf',
  byteCount: 1,
  number: '第1号',
  authority: '',
  holder: '',
  issuedOn: null,
  expiresOn: null,
  addedAt: new Date(),
  removedAt: null,
  checkedAt: null,
  goodsKinds: [],
}

test('every field of a permit carries its own error, and what was typed', () => {
  const names = ['number', 'authority', 'holder', 'issuedOn', 'expiresOn']
  for (const name of names) {
    const problem = problemOf({ intent: 'check', number: '第2号' }, { [name]: 'ここを直してください。' })
    const form = createElement(PermitForm, { document: paper, goods: [], formKey: 'k', problem, open: false })
    expect(openOnes(form)).toHaveLength(1)
    expect(marked(form).filter((it) => it.startsWith('aria-invalid'))).toHaveLength(1)
    expect(folds(form)[0]?.text).toMatch(new RegExp(`name="${name}"[^>]*aria-invalid|aria-invalid[^>]*name="${name}"`))
    expect(folds(form)[0]?.text).toContain('value="第2号"')
  }
  expect(
    openOnes(createElement(PermitForm, { document: paper, goods: [], formKey: 'k', problem: undefined, open: false })),
  ).toEqual([])
})

test('a filter that could not be kept is still there, with its name and the reason', () => {
  const refused = { name: '千葉の農園', sentence: '保存できる条件は20件までです。' }
  const views = createElement(SavedViews, { views: [], query: 'q=千葉', refused })
  expect(openOnes(views)).toEqual(['この条件を保存'])
  expect(folds(views)[0]?.text).toMatch(/value="千葉の農園"/)
  expect(folds(views)[0]?.text).toContain('保存できる条件は20件までです。')
  expect(folds(views)[0]?.text).toContain('action="/admin/users?q=')
})

type Props = ComponentProps<typeof Person>

const member: Props['person'] = {
  personId: newId<'person'>(),
  membershipId: newId<'membership'>(),
  name: '畑 主人',
  kana: '',
  email: 'a@example.jp',
  verifiedAt: new Date(),
  suspendedAt: null,
  closedAt: null,
  createdAt: new Date(),
  role: 'staff',
  passwordSince: new Date(),
  factors: { totpSince: new Date(), backupCodes: 3, passkeys: 0 },
  identities: [],
  consents: [],
  tokens: [],
}
const nothing = { side: 'farm', formKey: 'k', problem: undefined, changes: [], me: 'me', person: member } as const
const personWith = (changes: Partial<Props> = {}) => createElement(Person, { ...nothing, ...changes })

test.each([
  [{ intent: 'factors', reason: '電話' }, { proof: '本人確認の方法を選択してください。' }, /紛失した場合$/],
  [{ intent: 'email', reason: '電話' }, { email: 'メールアドレスを確認してください。' }, /メールアドレスの変更$/],
  [{ intent: 'suspend' }, { reason: sentence }, /サインインを停止する$/],
  [{ intent: 'view' }, { reason: sentence }, /画面を閲覧する$/],
])('the fold of a refused step stays open, with its error: %j', (typed, fields, summary) => {
  const person = personWith({ problem: problemOf(typed, fields) })
  expect(openOnes(person)).toEqual([expect.stringMatching(summary)])
  const open = folds(person).find((fold) => fold.open)
  expect(open?.text).toContain(Object.values(fields)[0])
})

test('no reset is offered for a user without an app or a passkey', () => {
  const reset = (person: ReactElement) => folds(person).some(({ summary }) => summary.endsWith('紛失した場合'))
  const none = { totpSince: null, backupCodes: 0, passkeys: 0 }
  expect(reset(personWith())).toBe(true)
  expect(reset(personWith({ person: { ...member, factors: { ...none, passkeys: 1 } } }))).toBe(true)
  expect(reset(personWith({ person: { ...member, factors: none } }))).toBe(false)
})

test('a helper of a farm is called so', () => {
  expect(written(personWith())).toContain('家族・スタッフ')
})
