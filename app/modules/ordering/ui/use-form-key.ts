import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The key of a form stays for as long as one is on the page: a page that is read anew by itself, because somebody did
 * something, brings another, which would take away what is being typed.
 */
export function useFormKey(formKey: string): string {
  const visit = useLocation().key
  const [kept, keep] = useState({ visit, formKey })
  if (kept.visit === visit) return kept.formKey
  keep({ visit, formKey })
  return formKey
}
