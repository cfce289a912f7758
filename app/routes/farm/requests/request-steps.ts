/** The questions of an answer, in order; the last one is the summary. */
export const answerSteps = ['price', 'qty', 'day', 'box', 'words', 'check'] as const
export type AnswerStep = (typeof answerSteps)[number]

/** All fields of an offer; each is in the address under its name. */
export const answerFields = ['priceYen', 'qty', 'deliveryOn', 'temperature', 'boxSize', 'method', 'words'] as const
export type AnswerField = (typeof answerFields)[number]

/** The fields that a question asks for. */
export const fieldsOfStep: Record<AnswerStep, readonly AnswerField[]> = {
  price: ['priceYen'],
  qty: ['qty'],
  day: ['deliveryOn'],
  box: ['temperature', 'boxSize'],
  words: ['method', 'words'],
  check: [],
}

export const readStep = (text: string | null): AnswerStep | null => answerSteps.find((step) => step === text) ?? null

export const stepAfter = (step: AnswerStep): AnswerStep => answerSteps[answerSteps.indexOf(step) + 1] ?? 'check'

/** The question that asks for a field. */
export const stepOfField = (field: string): AnswerStep =>
  answerSteps.find((step) => fieldsOfStep[step].some((name) => name === field)) ?? 'check'

/** The address of a question, with the answers so far. */
export const stepAddress = (step: AnswerStep, said: Readonly<Record<string, string>>): string =>
  `?${new URLSearchParams({ step, ...said })}`
