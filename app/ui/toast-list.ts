import { toast as numbers } from './constants.ts'

export type ToastTone = 'ai' | 'akane' | 'matcha' | 'tag'

export type Toast = {
  text: string
  /** akane is an error: it stays until it is closed, and the page says it, too. */
  tone?: ToastTone
  /** For 「元に戻す」 and similar actions; a press closes the toast. */
  action?: { label: string; onPress: () => void }
  /** Milliseconds; 5000 by default, at least 1000. */
  hideAfter?: number
}

/** Milliseconds until a toast hides; undefined for one that stays. */
export function hidesAfter({ tone, hideAfter = numbers.hideAfter }: Toast): number | undefined {
  return tone === 'akane' ? undefined : Math.max(hideAfter, numbers.hideAfterAtLeast)
}

let waiting: readonly Toast[] = []
const watching = new Set<() => void>()

function keep(toasts: readonly Toast[]) {
  waiting = toasts
  for (const changed of watching) changed()
}

/** Shows a message at the edge of the page, from anywhere in the browser. Never the only sign of an error. */
export const showToast = (toast: Toast): void => keep([...waiting, toast])

/** For the Toaster: those not shown yet. */
export const toastList = {
  watch(changed: () => void) {
    watching.add(changed)
    return () => void watching.delete(changed)
  },
  waiting: () => waiting,
  take(): readonly Toast[] {
    const taken = waiting
    if (taken.length > 0) keep([])
    return taken
  },
}
