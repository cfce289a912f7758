import { data } from 'react-router'
import type { NewQueuedMutation } from '#ui/device/queued-mutation.ts'
import { keepFields } from '#ui/device/waiting.ts'
import { stayWhenOffline } from './stay-when-offline.ts'

type Kept = (form: FormData) => { lane: string; page: string; label: string; more?: NewQueuedMutation['fields'] } | null

/**
 * Submits a form; if it did not get through although the device seemed online, the device queues it with the key of the
 * form, because it may have arrived. A form that is not `kept` stays on the page and says so, as does every form on a
 * device without storage.
 */
export function keepWhenOffline<Answer>(request: Request, send: () => Promise<Answer>, kept: Kept) {
  const sent = request.clone()
  return stayWhenOffline(send, () => keepSent(sent, kept))
}

/** Queues what was submitted; null if that is impossible. */
export async function keepSent(request: Request, kept: Kept) {
  const form = await request.formData()
  const where = kept(form)
  const key = form.get('key')
  const about = document.querySelector('h1')?.textContent ?? ''
  const isKept =
    where && (await keepFields([...form], { ...where, about, ...(typeof key === 'string' && key && { key }) }))
  return isKept ? data({ problem: undefined }, { status: 503 }) : null
}
