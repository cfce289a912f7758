/**
 * Why something did not arrive, as it is kept: in 500 letters, and without the one that no text of the database can hold. What
 * others answer is theirs to choose, and must not keep us from writing down what became of the rest.
 */
export const reasonText = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .replaceAll('\u0000', '')
    .slice(0, 500)
