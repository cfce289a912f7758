/**
 * What each field has to say about its own contents, so that a form can ask all of them before it is sent.
 * Kept by the id of the control, because controls are plain elements that know nothing of React.
 */

type Asked = { label: string | undefined; ask: () => string | undefined }

const fields = new Map<string, Asked>()

export function answerFor(id: string, asked: Asked): () => void {
  fields.set(id, asked)
  return () => {
    if (fields.get(id) === asked) fields.delete(id)
  }
}

/** One line of the summary: where to go, and the sentence. */
export type FieldProblem = { id: string; message: string }

/** Asks every field of the form that can be seen, in the order of the page; each shows its sentence itself, too. */
export function problemsIn(form: HTMLFormElement): FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const control of form.elements) {
    const asked = fields.get(control.id)
    const sentence = isShown(control) ? asked?.ask() : undefined
    if (asked && sentence) problems.push({ id: control.id, message: named(asked.label, sentence) })
  }
  return problems
}

/** A question that another answer has taken off the page is not asked. */
const isShown = (control: Element) => control.getClientRects().length > 0

/** 「単価：数字で…」; a sentence that names its field already needs no name before it. */
const named = (label: string | undefined, sentence: string) =>
  !label || sentence.startsWith(label) ? sentence : `${label}：${sentence}`
