import { data, type RouterContextProvider } from 'react-router'
import { requestFacts } from '../../request-context.ts'

/** What sending a code takes; where nothing sends messages there are no such pages. */
export function phoneWay(context: Readonly<RouterContextProvider>) {
  const { waysIn, vault, logError } = context.get(requestFacts)
  if (!waysIn.sms) throw data(null, { status: 404 })
  return { vault, channel: waysIn.sms, onFailure: logError }
}
