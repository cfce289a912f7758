import { CircleAlert } from 'lucide-react'
import { type MouseEvent, useEffect, useId, useRef } from 'react'
import type { FieldProblem } from './fields/field-checks.ts'
import { focusField, openAround } from './fields/focus-field.ts'
import '#styles/kit/form-summary.css'

type Props = {
  problems: readonly FieldProblem[]
  /** A new object for every refusal (`useFormCheck`): the focus moves here each time. */
  refusal: unknown
}

/**
 * What has to be corrected, above the form, each line a link to its field. It gets the focus itself, unless the first field
 * was folded away: then that one does.
 */
export function FormSummary({ problems, refusal }: Props) {
  const box = useRef<HTMLElement>(null)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (!refusal) return
    const [first] = problems.map(({ id }) => document.getElementById(id))
    for (const { id } of problems) openAround(document.getElementById(id))
    if (first?.closest('details')) focusField(first.id)
    else box.current?.focus()
  }, [refusal])
  if (problems.length === 0) return null
  return (
    <section ref={box} tabIndex={-1} aria-labelledby={id} className="form-summary">
      <p id={id} className="form-summary-title">
        <CircleAlert aria-hidden="true" />
        {problems.length}か所を修正してください
      </p>
      <ul>
        {problems.map(({ id, message }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={goTo}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The control itself gets the focus, not only its position on the page. */
function goTo(event: MouseEvent<HTMLAnchorElement>) {
  if (focusField(event.currentTarget.hash.slice(1))) event.preventDefault()
}
