import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Keeps the first key of a form while it is on the page: when the page reloads its data, because something happened, it
 * gets another key, which would discard what is being typed.
 */
export function useFormKey(formKey: string): string {
  const visit = useLocation().key
  const [kept, keep] = useState({ visit, formKey })
  if (kept.visit === visit) return kept.formKey
  keep({ visit, formKey })
  return formKey
}
