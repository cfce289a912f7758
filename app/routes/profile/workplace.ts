import { redirect } from 'react-router'
import { switchWorkplace } from '#modules/identity/workplaces.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/workplace.ts'

export const loader = () => redirect('/')

/** Selects the organisation for which the user acts from now on. */
export const action = page(
  onlyJob(job(switchWorkplace, { done: (home, _, __, ___: Route.ActionArgs) => redirect(home) })),
)
