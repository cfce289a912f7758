/** What fetch throws without a network, in the words of the browsers. A bug is a TypeError, too. */
const noNetwork = /failed to fetch|load failed|networkerror|network (error|connection)|internet connection|timed out/i

/** What React Router throws for half an answer, or one that is not ours: the page of a hotel's network. */
const notOurs = 'Unable to decode turbo-stream response'

/** Whether no answer of our server has arrived. `navigator.onLine` only knows of the next cable. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && (error.message === notOurs || (error instanceof TypeError && noNetwork.test(error.message)))
