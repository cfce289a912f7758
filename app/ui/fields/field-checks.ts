/**
 * The validation of each field, so that a form can run all of them before it is submitted. Stored by the id of the
 * control, because controls are plain elements that know nothing of React.
 */

type Asked = { label: string | undefined; ask: () => string | undefined }

const fields = new Map<string, Asked>()

export function answerFor(id: string, asked: Asked): () => void {
  fields.set(id, asked)
  return () => {
    if (fields.get(id) === asked) fields.delete(id)
  }
}

/** One line of the summary: the target, and the sentence. */
export type FieldProblem = { id: string; message: string }

/** Validates every field of the form that is visible or folded away, in the order of the page; each shows its error itself, too. */
export function problemsIn(form: HTMLFormElement): FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const control of form.elements) {
    const asked = fields.get(control.id)
    const sentence = isShown(control) ? asked?.ask() : undefined
    if (asked && sentence) problems.push({ id: control.id, message: named(asked.label, sentence) })
  }
  return problems
}

/** A question that another answer has removed from the page is not validated; one in a closed details is. */
const isShown = (control: Element) =>
  control.getClientRects().length > 0 || control.closest('details:not([open])') !== null

/** 「単価：数字で…」; a sentence that names its field already is not prefixed. */
const named = (label: string | undefined, sentence: string) =>
  !label || sentence.startsWith(label) ? sentence : `${label}：${sentence}`
