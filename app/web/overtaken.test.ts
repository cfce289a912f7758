import { expect, test } from 'vitest'
import { shouldRevalidate as account } from '#routes/restaurant/account/account.tsx'
import { shouldRevalidate as kitchen } from '#routes/restaurant/account/kitchen.tsx'
import { shouldRevalidate as announcement } from '#routes/staff/content/announcement.tsx'
import { shouldRevalidate as pageNew } from '#routes/staff/content/page-new.tsx'
import { shouldRevalidate as inquiry } from '#routes/staff/messages/inquiry.tsx'
import { shouldRevalidate as member } from '#routes/staff/organisations/organisation.tsx'
import { shouldRevalidate as edit } from '#routes/staff/organisations/organisation-edit.tsx'
import { revalidateOvertaken } from './overtaken.ts'

const url = new URL('https://market.example.jp/admin/users')
const asked = (actionStatus: number | undefined, defaultShouldRevalidate: boolean) =>
  revalidateOvertaken({
    ...{ currentUrl: url, nextUrl: url, currentParams: {}, nextParams: {}, defaultShouldRevalidate },
    ...(actionStatus !== undefined && { actionStatus }),
  })

test.each([
  ['a step that was taken', 302, true, true],
  ['a step to another page', undefined, true, true],
  ['nothing new', undefined, false, false],
  ['another user was first', 409, false, true],
  ['a field to be mended', 422, false, false],
  ['the session has ended', 401, false, false],
  ['too much at once', 503, false, false],
])('%s (%j): the page is asked for again: %j → %j', (_, status, usually, answer) => {
  expect(asked(status, usually)).toBe(answer)
})

test.each(Object.entries({ account, kitchen, announcement, inquiry, member, edit, pageNew }))(
  'the page %s shows what another user has changed',
  (_, shouldRevalidate) => expect(shouldRevalidate).toBe(revalidateOvertaken),
)
