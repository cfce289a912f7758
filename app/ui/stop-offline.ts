import { showToast } from './toast-list.ts'

/**
 * For a small form that is sent in place: offline it is not sent at all, and the user is told. Otherwise the script
 * that would report the failure may itself fail to load, and the error page replaces the page. Returns whether it
 * stopped.
 */
export function stopOffline(event: { preventDefault(): void }): boolean {
  if (navigator.onLine) return false
  event.preventDefault()
  showToast({ text: 'オフラインです。接続後に押してください。', tone: 'akane' })
  return true
}
