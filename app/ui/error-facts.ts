import { isRouteErrorResponse } from 'react-router'
import { errorWords } from './constants.ts'

/** The status of a thrown value: its statusCode, its status, or that of the response it carries; else 500. */
export function statusOf(error: unknown): number {
  return carriedStatus(error) ?? 500
}

/** The same, or null if it carries none: then it is a bug, and its message was not written for users. */
export function carriedStatus(error: unknown): number | null {
  const said = [read(error, 'statusCode'), read(error, 'status'), read(read(error, 'response'), 'status')]
  return said.find(isErrorStatus) ?? null
}

/** What may be shown: the message of an error that carries a status. That of a bug only in development. */
export function messageOf(error: unknown, showBugs: boolean): string {
  if (isRouteErrorResponse(error)) return textOf(error.data) || error.statusText || errorWords.unnamed
  if (carriedStatus(error) === null && !showBugs) return errorWords.unnamed
  return textOf(error) || errorWords.unnamed
}

const textOf = (it: unknown): string => {
  if (typeof it === 'string') return it
  const message = read(it, 'message')
  return typeof message === 'string' ? message : ''
}

const isErrorStatus = (it: unknown): it is number =>
  typeof it === 'number' && Number.isInteger(it) && it >= 400 && it <= 599

/** One property of it, if it is an object. */
const read = (it: unknown, name: string): unknown =>
  typeof it === 'object' && it !== null ? Reflect.get(it, name) : undefined
