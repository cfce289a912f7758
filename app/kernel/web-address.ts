import { ok, type Result, refuse } from './result.ts'

/**
 * The address of a public page as people type it, with or without https://. The result is https, with a name as its host,
 * without passwords and ports.
 */
export function readWebAddress(typed: string): Result<URL, 'not_https' | 'not_a_link'> {
  if (/^(?!https?:)[a-z][a-z\d+.-]*:(?!\d)/i.test(typed)) return refuse('not_https')
  const address = /^https?:\/\//i.test(typed) ? typed.replace(/^http:/i, 'https:') : `https://${typed}`
  if (!URL.canParse(address)) return refuse('not_a_link')
  const url = new URL(address)
  if (url.username || url.password || url.port || !/^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(url.hostname))
    return refuse('not_a_link')
  // an IP address is no name of a company, and may lead into a visitor's private network
  if (/^[\d.]+$/.test(url.hostname) || /\.(local|internal|localhost)$/i.test(url.hostname)) return refuse('not_a_link')
  return ok(url)
}
