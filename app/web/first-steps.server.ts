import { redirect } from 'react-router'
import type { FirstStep } from '#modules/organisations/first-steps/first-steps.ts'
import { keepCookie, readCookie } from './session-cookie.server.ts'

/** The first steps as a home shows them; `folded`: this device was told 「あとで」. Null where nothing is to be shown. */
export const firstStepsAtHome = (request: Request, steps: readonly FirstStep[]) =>
  steps.length === 0 ? null : { steps, folded: readCookie(request, '__Host-later') !== null }

/** 「あとで」: from now on this device shows them in one line. */
export const foldFirstSteps = (home: string) => async () =>
  redirect(home, { headers: { 'set-cookie': keepCookie('__Host-later', '1') } })
