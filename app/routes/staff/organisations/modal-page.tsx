import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from '#ui/browser-state.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

type Props = {
  title: string
  consequence?: ReactNode
  /** The path after closing; the query of the address stays. */
  back: string
  children: ReactNode
}

/** A modal with an address: above the list with script, and a page of its own before and without. */
export function ModalPage({ title, consequence, back, children }: Props) {
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const { search } = useLocation()
  const to = back + search
  if (!hydrated)
    return (
      <section aria-label={title} className="card grid grid-cols-1 content-start gap-3 p-4">
        <h2 className="text-h3 font-bold">{title}</h2>
        {consequence && <p>{consequence}</p>}
        {children}
        <ButtonLink kind="line" to={to} className="justify-self-start">
          閉じる
        </ButtonLink>
      </section>
    )
  const close = () => void navigate(to, { preventScrollReset: true })
  return (
    <Dialog
      open
      wide
      onClose={close}
      title={title}
      consequence={consequence}
      actions={
        <Button type="button" kind="line" data-safe onClick={close}>
          閉じる
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}
