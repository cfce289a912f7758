import { describe, expect, test } from 'vitest'
import { orgStatuses } from '#kernel/enums.ts'
import { mayEnter, nextStep, placeAddress, type SignUpFacts, signUpSteps } from './next-step.ts'

const open = { side: 'farm', hasEmail: true, profileValid: true, state: 'open' } as const
const visitor = (draft: SignUpFacts['draft']): SignUpFacts => ({ person: null, draft })
const member = (emailVerified: boolean, organisation: (typeof orgStatuses)[number]): SignUpFacts => ({
  person: { hasEmail: true, emailVerified, organisation },
  draft: null,
})
const alone = (draft: SignUpFacts['draft'], emailVerified = true): SignUpFacts => ({
  person: { hasEmail: true, emailVerified, organisation: null },
  draft,
})
/** A user who signed in by phone. */
const byPhone = (draft: SignUpFacts['draft']): SignUpFacts => ({
  person: { hasEmail: false, emailVerified: false, organisation: null },
  draft,
})
const pages = [...signUpSteps, 'verify-email', 'completed'] as const

/** Where the user is led, and which other pages may be shown. */
test.each<[string, SignUpFacts, string, readonly (typeof pages)[number][]]>([
  ['nobody with nothing', visitor(null), 'user-type', ['user-type']],
  ['a draft that ran out', visitor('expired'), 'user-type', ['user-type']],
  ['a draft without a kind', visitor({ ...open, side: null }), 'user-type', ['user-type']],
  ['a kind', visitor({ ...open, hasEmail: false, profileValid: false }), 'signup', ['user-type', 'signup']],
  ['a kind and a profile, but no address', visitor({ ...open, hasEmail: false }), 'signup', ['user-type', 'signup']],
  ['an address', visitor({ ...open, profileValid: false }), 'additionalReg', ['user-type', 'signup', 'additionalReg']],
  [
    'a whole profile',
    visitor(open),
    'additionalConfirm',
    ['user-type', 'signup', 'additionalReg', 'additionalConfirm', 'confirm'],
  ],
  ['the mail is out', visitor({ ...open, state: 'sent' }), 'verify-email', ['verify-email']],
  ['proven in another browser', visitor({ ...open, state: 'verified' }), 'signIn', []],
  ['signed in, the mail unproven', member(false, 'draft'), 'verify-email', ['verify-email']],
  ['signed in and waiting', member(true, 'submitted'), 'completed', ['completed']],
  ['signed in and sent back', member(true, 'returned'), 'mend', []],
  ['signed in and approved', member(true, 'approved'), 'home', []],
  ['signed in and rejected', member(true, 'rejected'), 'home', []],
  ['signed in without an organisation', alone(null), 'user-type', ['user-type']],
  ['the same, their time ran out', alone('expired'), 'user-type', ['user-type']],
  ['the same, unproven', alone(null, false), 'verify-email', ['verify-email']],
  [
    'the same with a kind needs no address',
    alone({ ...open, hasEmail: false, profileValid: false }),
    'additionalReg',
    ['user-type', 'additionalReg'],
  ],
  [
    'the same with a whole profile',
    alone({ ...open, hasEmail: false }),
    'additionalConfirm',
    ['user-type', 'additionalReg', 'additionalConfirm', 'confirm'],
  ],
  ['by phone, with nothing', byPhone(null), 'user-type', ['user-type']],
  [
    'by phone with a kind, asked for the address there',
    byPhone({ ...open, hasEmail: false, profileValid: false }),
    'additionalReg',
    ['user-type', 'additionalReg'],
  ],
  [
    'by phone with a whole profile, but no address',
    byPhone({ ...open, hasEmail: false }),
    'additionalReg',
    ['user-type', 'additionalReg'],
  ],
  [
    'by phone with a whole profile and an address',
    byPhone(open),
    'additionalConfirm',
    ['user-type', 'additionalReg', 'additionalConfirm', 'confirm'],
  ],
  ['by phone, the mail is out', byPhone({ ...open, state: 'sent' }), 'verify-email', ['verify-email']],
])('%s', (_, facts, next, enterable) => {
  expect(nextStep(facts)).toBe(next)
  expect(pages.filter((page) => mayEnter(page, facts))).toEqual(enterable)
})

/** All combinations of facts. */
const everything: SignUpFacts[] = [
  null,
  { hasEmail: false, emailVerified: false, organisation: null },
  ...[true, false].flatMap((emailVerified) =>
    [null, ...orgStatuses].map((organisation) => ({ hasEmail: true, emailVerified, organisation })),
  ),
].flatMap((person) =>
  [
    null,
    'expired' as const,
    ...([null, 'farm', 'restaurant'] as const).flatMap((side) =>
      [true, false].flatMap((hasEmail) =>
        [true, false].flatMap((profileValid) =>
          (['open', 'sent', 'verified'] as const).map((state) => ({ side, hasEmail, profileValid, state })),
        ),
      ),
    ),
  ].map((draft) => ({ person, draft })),
)

describe(`all ${everything.length} combinations`, () => {
  test('lead to exactly one place, which lets one in if it is a step', () => {
    for (const facts of everything) {
      const next = nextStep(facts)
      expect(placeAddress[next], JSON.stringify(facts)).toMatch(/^\//)
      for (const page of pages) if (page === next) expect(mayEnter(page, facts)).toBe(true)
    }
  })

  test('never show two of form, mail and end at once', () => {
    for (const facts of everything) {
      const shown = pages.filter((page) => mayEnter(page, facts))
      const parts = [
        shown.some((page) => signUpSteps.some((step) => step === page)),
        shown.includes('verify-email'),
        shown.includes('completed'),
      ]
      expect(parts.filter(Boolean).length, JSON.stringify(facts)).toBeLessThanOrEqual(1)
    }
  })

  test('never let a user without a whole profile, or with an account, confirm', () => {
    for (const facts of everything) {
      if (!mayEnter('confirm', facts)) continue
      expect(facts.person?.organisation ?? null).toBeNull()
      expect(facts.draft).toMatchObject({ profileValid: true })
    }
  })
})
