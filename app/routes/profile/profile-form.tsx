import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { WaitNotice } from '#modules/identity/ui/wait-notice.tsx'
import { Button } from '#ui/button.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import type { Problem } from '#web/form.ts'

type Props = {
  intent: string
  problem: Problem | undefined
  button: string
  kind?: 'danger'
  children: ReactNode
}

/** The id of a field in one of the forms of the page. */
export const fieldId = (intent: string, name: string) => `${intent}-${name}`

/** The form of one card: with its own validation, refusal and spinner. */
export function ProfileForm({ intent, problem, button, kind, children }: Props) {
  const check = useFormCheck(problem, (name) => fieldId(intent, name))
  const { state, formData } = useNavigation()
  const busy = state !== 'idle' && formData?.get('intent') === intent
  return (
    <Form method="post" action="/profile" noValidate onSubmit={check.onSubmit} className="grid grid-cols-1 gap-5">
      <input type="hidden" name="intent" value={intent} />
      <WaitNotice problem={problem} />
      {children}
      <Button kind={kind} busy={busy} className="justify-self-start">
        {button}
      </Button>
    </Form>
  )
}
