import { type FormEvent, useState } from 'react'
import { type FieldProblem, problemsIn } from './field-checks.ts'

/** The server's response to a refused form: sentences by the name of the field. */
type ServerProblem = { fields: Record<string, string> }

/**
 * Validates all fields before a form is submitted, and collects the server's errors. Pass `onSubmit` to the form (which
 * is `noValidate`) and `problems` to the FormSummary. A button with `formNoValidate` submits without validation.
 */
export function useFormCheck(
  server: ServerProblem | undefined,
  /** The id of the field with this name. */
  idOf: (name: string) => string,
) {
  const [found, setFound] = useState<readonly FieldProblem[] | null>(null)
  const [heard, setHeard] = useState(server)
  if (heard !== server) {
    setHeard(server)
    setFound(null)
  }
  return {
    problems: found ?? linesOf(server, idOf),
    /** Changes with every refusal, so that the focus moves again. */
    refusal: found ?? server,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      const button = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null
      if (button instanceof HTMLButtonElement && button.formNoValidate) return
      const problems = problemsIn(event.currentTarget)
      if (problems.length > 0) event.preventDefault()
      setFound(problems.length > 0 ? problems : null)
    },
  }
}

const linesOf = (server: ServerProblem | undefined, idOf: (name: string) => string): FieldProblem[] =>
  Object.entries(server?.fields ?? {}).map(([name, message]) => ({ id: idOf(name), message }))
