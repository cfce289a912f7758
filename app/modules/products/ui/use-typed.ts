import { useEffect, useState } from 'react'
import type { ProductTexts } from '../product-fields.ts'

/** The current input of a form, over the previously known values; updates as the user types. */
export function useTyped(formId: string, typed: ProductTexts): ProductTexts {
  const [changed, setChanged] = useState<ProductTexts>({})
  useEffect(() => {
    const form = document.getElementById(formId)
    if (!(form instanceof HTMLFormElement)) return
    const look = () => {
      const said: Record<string, string> = {}
      for (const [name, value] of new FormData(form)) if (typeof value === 'string') said[name] = value
      setChanged(said)
    }
    form.addEventListener('input', look)
    return () => form.removeEventListener('input', look)
  }, [formId])
  return { ...typed, ...changed }
}
