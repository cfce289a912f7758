import { History } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Draft, draftOffer, draftText, readDraft } from '#kernel/draft.ts'
import { Button } from './button.tsx'
import { draft as numbers } from './constants.ts'
import { putBack, storedFields } from './fields/stored-fields.ts'
import '#styles/kit/draft-offer.css'

type Form = RefObject<HTMLFormElement | null>

/**
 * Stores what is typed into a form on this device, every two seconds, and offers an earlier draft. Passwords, codes,
 * files and hidden fields are never stored. Call `forgetDraft` once the form has succeeded.
 */
export function useDraft(name: string, form: Form) {
  const [offered, setOffered] = useState<Draft | null>(null)
  const changed = useRef(false)

  useEffect(() => {
    setOffered(readDraft(stored(name), new Date()))
    const onInput = () => {
      changed.current = true
    }
    const watched = form.current
    const save = () => {
      if (!changed.current || !watched) return
      changed.current = false
      store(name, draftText({ savedAt: new Date(), fields: storedFields(watched) }))
    }
    watched?.addEventListener('input', onInput)
    window.addEventListener('pagehide', save)
    const timer = window.setInterval(save, numbers.saveEvery)
    return () => {
      watched?.removeEventListener('input', onInput)
      window.removeEventListener('pagehide', save)
      window.clearInterval(timer)
      // the page was left within the two seconds; a page that then deletes the draft does so after this
      save()
    }
  }, [name, form])

  return {
    offered,
    goOn() {
      if (offered && form.current) putBack(form.current, offered.fields)
      setOffered(null)
    },
    startAgain() {
      forgetDraft(name)
      setOffered(null)
    },
  }
}

/** 「11月20日(金) 22:14 の続きがあります」, above the form. Nothing is filled in without confirmation. */
export function DraftOffer({ draft }: { draft: ReturnType<typeof useDraft> }) {
  return (
    <div role="status">
      {draft.offered && (
        <div className="draft-offer">
          <p>
            <History aria-hidden="true" />
            {draftOffer(draft.offered)}
          </p>
          <div className="draft-offer-actions">
            <Button type="button" onClick={draft.goOn}>
              続ける
            </Button>
            <Button type="button" kind="line" onClick={draft.startAgain}>
              最初から
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

/** On the page that reports the form's success. */
export function ForgetDraft({ name }: { name: string }) {
  useEffect(() => forgetDraft(name), [name])
  return null
}

const keyOf = (name: string) => `draft:${name}`

/** A browser may refuse to store anything (private windows, full disks); then there is no draft, and no harm. */
function quietly<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

const stored = (name: string) => quietly(() => localStorage.getItem(keyOf(name)))
const store = (name: string, text: string) => quietly(() => localStorage.setItem(keyOf(name), text))

function forgetDraft(name: string): void {
  quietly(() => localStorage.removeItem(keyOf(name)))
}
