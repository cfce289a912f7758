import { type RefObject, useEffect, useState } from 'react'
import { draft as numbers } from '#ui/constants.ts'

/** The result of the last save; `conflict`: another window has saved a newer version. */
export type Autosave = { state: 'idle' | 'saved' | 'conflict' | 'gone'; submitted: () => void }

/**
 * Saves what is typed into the draft on the server, every two seconds while something changes and when the page is
 * left, so that a reload or another visit finds it. Files are sent with the form only, and no form that uses this has a
 * password. Call `submitted` when the form itself is being submitted.
 */
export function useAutosave(form: RefObject<HTMLFormElement | null>, address: string): Autosave {
  const [state, setState] = useState<Autosave['state']>('idle')
  const [watch] = useState(() => new Watch())
  useEffect(() => {
    const watched = form.current
    if (!watched) return
    const typed = () => {
      watch.dirty = true
    }
    const save = async () => {
      if (!watch.takes()) return
      const answer = await send(watched, address)
      watch.sending = false
      if (answer === 'failed') watch.dirty = true
      else setState(answer)
    }
    // a page that is being closed cannot wait for a response
    const leave = () => {
      if (watch.dirty) navigator.sendBeacon(address, fieldsOf(watched))
      watch.dirty = false
    }
    watched.addEventListener('input', typed)
    window.addEventListener('pagehide', leave)
    const timer = window.setInterval(() => void save(), numbers.saveEvery)
    return () => {
      watched.removeEventListener('input', typed)
      window.removeEventListener('pagehide', leave)
      window.clearInterval(timer)
      leave()
    }
  }, [form, address, watch])
  return {
    state,
    submitted: () => {
      watch.dirty = false
    },
  }
}

class Watch {
  dirty = false
  sending = false
  /** Whether there is something to save now; if so, it counts as saved. */
  takes(): boolean {
    if (!this.dirty || this.sending) return false
    this.dirty = false
    this.sending = true
    return true
  }
}

async function send(form: HTMLFormElement, address: string): Promise<'saved' | 'conflict' | 'gone' | 'failed'> {
  try {
    const { status } = await fetch(address, { method: 'POST', body: fieldsOf(form) })
    if (status === 409) return 'conflict'
    if (status === 410) return 'gone'
    return status < 300 ? 'saved' : 'failed'
  } catch {
    return 'failed'
  }
}

function fieldsOf(form: HTMLFormElement): FormData {
  const fields = new FormData(form)
  for (const [name, value] of [...fields]) if (typeof value !== 'string') fields.delete(name)
  return fields
}
