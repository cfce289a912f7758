import type { OrgStatus, Side } from '#kernel/enums.ts'

/** The five screens of the form, in order. */
export const signUpSteps = ['user-type', 'signup', 'additionalReg', 'additionalConfirm', 'confirm'] as const
export type SignUpStep = (typeof signUpSteps)[number]

/** Where a user who has not been approved yet has to continue; `home` for those who have nothing to do here. */
export type SignUpWorkplace = SignUpStep | 'verify-email' | 'completed' | 'mend' | 'signIn' | 'home'

export type SignUpFacts = {
  /**
   * Who is signed in in this browser, and the status of their organisation; null organisation: they belong to none. A
   * user who signed up by phone may have no address yet.
   */
  person: null | { hasEmail: boolean; emailVerified: boolean; organisation: OrgStatus | null }
  /**
   * `sent`: the mail with the link was sent. `verified`: the account it created is proven, maybe in another browser.
   */
  draft:
    | null
    | 'expired'
    | { side: Side | null; hasEmail: boolean; profileValid: boolean; state: 'open' | 'sent' | 'verified' }
}

/**
 * The first step that is not completed. It leads through the sign-up, and decides where the user goes after signing in.
 */
export function nextStep({ person, draft }: SignUpFacts): SignUpWorkplace {
  if (person?.organisation) return ofMember(person.emailVerified, person.organisation)
  if (person?.hasEmail && !person.emailVerified) return 'verify-email'
  if (draft === null || draft === 'expired') return 'user-type'
  if (!person?.hasEmail && draft.state === 'sent') return 'verify-email'
  if (!person && draft.state === 'verified') return 'signIn'
  if (draft.side === null) return 'user-type'
  if (!draft.hasEmail && !person) return 'signup'
  return draft.profileValid && (draft.hasEmail || person?.hasEmail) ? 'additionalConfirm' : 'additionalReg'
}

function ofMember(emailVerified: boolean, status: OrgStatus): SignUpWorkplace {
  if (!emailVerified) return 'verify-email'
  if (status === 'submitted') return 'completed'
  return status === 'returned' ? 'mend' : 'home'
}

/** Whether a step may be shown: the first incomplete one, and those before it; the last two are open together. */
export function mayEnter(step: SignUpStep | 'verify-email' | 'completed', facts: SignUpFacts): boolean {
  const next = nextStep(facts)
  if (step === next) return true
  const inOrder: readonly SignUpWorkplace[] = signUpSteps
  const [here, there] = [inOrder.indexOf(step), inOrder.indexOf(next)]
  if (here < 0 || there < 0) return false
  if (step === 'signup' && facts.person) return false
  return here < there || (step === 'confirm' && next === 'additionalConfirm')
}

/** 3 of 5, as it is shown. */
export const stepNumber = (step: SignUpStep): number => signUpSteps.indexOf(step) + 1

export const placeAddress = {
  'user-type': '/auth/user-type',
  signup: '/auth/signup',
  additionalReg: '/auth/signup/additionalReg',
  additionalConfirm: '/auth/signup/additionalConfirm',
  confirm: '/auth/signup/confirm',
  'verify-email': '/auth/signup/verify-email',
  completed: '/auth/signup/completed',
  mend: '/profile/organisation',
  signIn: '/auth/signIn',
  home: '/auth',
} as const satisfies Record<SignUpWorkplace, string>
