import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The key of a form on its page. It changes once a navigation has loaded the page anew, as after every successful send. It
 * stays while the page reloads its data where it is, and after a send that was refused or lost its answer, which loads
 * nothing: so the form sent again takes effect once.
 */
export function useFormKey(made: string): string {
  const visit = useLocation().key
  const [kept, keep] = useState({ visit, made, formKey: made })
  if (kept.visit === visit && kept.made === made) return kept.formKey
  const isLoadedAnew = kept.visit !== visit && kept.made !== made
  const formKey = isLoadedAnew ? made : kept.formKey
  keep({ visit, made, formKey })
  return formKey
}
