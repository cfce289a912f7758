import { showToast } from './toast-list.ts'

/**
 * For a small form that is sent in place: without a line it is not sent at all, and one is told. Else the script of
 * whoever would say so may be what cannot be loaded, and the page gives way to the error page. Says whether it stopped.
 */
export function stopOffline(event: { preventDefault(): void }): boolean {
  if (navigator.onLine) return false
  event.preventDefault()
  showToast({ text: '圏外です。つながってから押してください。', tone: 'akane' })
  return true
}
