import { History } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { type Draft, draftOffer, draftText, readDraft } from '#kernel/draft.ts'
import { Button } from './button.tsx'
import { draft as numbers } from './constants.ts'
import { useOwner } from './device/use-owner.ts'
import { putBack, storedFields } from './fields/stored-fields.ts'
import { useRouteChunks } from './route-chunks.ts'
import '#styles/kit/draft-offer.css'

type Form = RefObject<HTMLFormElement | null>
/** `shared`: the form is for all visitors, and what was typed is offered to the next who opens it on this device. */
type Options = { shared?: boolean }

/**
 * Stores what is typed into a form on this device, every two seconds, for this user alone, and offers an earlier draft.
 * Passwords, codes, files and hidden fields are never stored. `name` says which form it is and what it is about. Once the
 * form has succeeded the draft is gone: the page's action answers with a redirect or with nothing. Where it answers
 * otherwise, or a later page reports the success, render `ForgetDraft` there.
 */
export function useDraft(name: string, form: Form, options: Options = {}) {
  const key = useKey(name, options)
  const { router } = useRouteChunks()
  const { state } = useNavigation()
  const [offered, setOffered] = useState<Draft | null>(null)
  const changed = useRef(false)
  const sent = useRef(false)

  useEffect(() => {
    const watched = form.current
    if (!watched || key === null) return
    forgetOld()
    const draft = readDraft(stored(key), new Date())
    const isShown = JSON.stringify(draft?.fields) === JSON.stringify(storedFields(watched))
    setOffered(isShown ? null : draft)
    // an offer inside of what is folded would not be seen
    if (draft && !isShown) watched.closest('details')?.setAttribute('open', '')
    const onInput = () => {
      changed.current = true
    }
    const onSubmit = () => {
      // once all others had their say: an invalid form is not sent
      window.setTimeout(() => {
        sent.current = router.state.navigation.formData !== undefined
      })
    }
    const save = () => {
      if (!changed.current) return
      changed.current = false
      store(key, draftText({ savedAt: new Date(), fields: storedFields(watched) }))
    }
    watched.addEventListener('input', onInput)
    watched.addEventListener('submit', onSubmit)
    window.addEventListener('pagehide', save)
    const timer = window.setInterval(save, numbers.saveEvery)
    return () => {
      watched.removeEventListener('input', onInput)
      watched.removeEventListener('submit', onSubmit)
      window.removeEventListener('pagehide', save)
      window.clearInterval(timer)
      // the page was left within the two seconds; a page that then deletes the draft does so after this
      save()
      if (sent.current && isDone(router)) forget(key)
    }
  }, [key, form, router])

  useEffect(() => {
    if (state !== 'idle' || !sent.current) return
    sent.current = false
    if (!isDone(router)) return
    changed.current = false
    forget(key)
    setOffered(null)
  }, [state, key, router])

  return {
    offered,
    goOn() {
      if (offered && form.current) putBack(form.current, offered.fields)
      setOffered(null)
    },
    startAgain() {
      forget(key)
      setOffered(null)
    },
  }
}

/** The last form that was sent was neither refused nor did it end on the error page. */
const isDone = ({ state: { errors, actionData } }: ReturnType<typeof useRouteChunks>['router']): boolean =>
  errors === null && Object.values(actionData ?? {}).every((answer) => answer === null || answer === undefined)

/** 「11月20日(金) 22:14 に保存した下書きがあります」, above the form. Nothing is filled in without confirmation. */
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
export function ForgetDraft({ name, ...options }: { name: string } & Options) {
  const key = useKey(name, options)
  useEffect(() => forget(key), [key])
  return null
}

const all = 'draft:'

/**
 * Another user of this device does not see it. Signing out deletes everything on the device (Clear-Site-Data). Null: staff
 * who act or view as a user, today this one and then another, store nothing.
 */
function useKey(name: string, { shared = false }: Options): string | null {
  const owner = useOwner()
  if (shared) return all + name
  return owner && `${all}${owner}:${name}`
}

/** A browser may refuse to store anything (private windows, full disks); then there is no draft, and no harm. */
function quietly<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

const stored = (key: string) => quietly(() => localStorage.getItem(key))
const store = (key: string, text: string) => quietly(() => localStorage.setItem(key, text))

function forget(key: string | null): void {
  if (key !== null) quietly(() => localStorage.removeItem(key))
}

/** Drafts of forms that nobody has opened again. */
const forgetOld = () =>
  quietly(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(all) && readDraft(stored(key), new Date()) === null) forget(key)
  })
