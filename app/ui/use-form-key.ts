import { useState } from 'react'
import { useLocation } from 'react-router'
import { keyOfTask } from './key-of-task.ts'

/**
 * The key of a form on its page; of several forms each names its task and has its own. It changes once a navigation has loaded
 * the page anew, as after every successful send. It stays while the page reloads its data where it is, and after a send that was
 * refused or lost its answer, which loads nothing: so the form sent again takes effect once.
 */
export function useFormKey(made: string, task?: string): string {
  const visit = useLocation().key
  const [kept, keep] = useState({ visit, made, formKey: made })
  const isSame = kept.visit === visit && kept.made === made
  const isLoadedAnew = kept.visit !== visit && kept.made !== made
  const formKey = isLoadedAnew ? made : kept.formKey
  if (!isSame) keep({ visit, made, formKey })
  return task ? keyOfTask(formKey, task) : formKey
}
