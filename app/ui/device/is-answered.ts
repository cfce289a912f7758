/** Milliseconds. */
const patience = 10_000

/** Whether our server answers now; asked where the browser, or the last request, says that there is no network. */
export async function isAnswered(): Promise<boolean> {
  const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(patience) }).catch(() => null)
  // the page of a hotel's network answers as well
  return answer?.ok === true && (await answer.json().catch(() => null)) !== null
}
