import { useEffect, useRef, useState } from 'react'

/** Milliseconds after the last input; each input restarts it. */
const restBeforeSaving = 1_500

type Props = { formId: string; action: string; version: number }

/**
 * Saves a draft on the server while the user types, so that their other devices have it too. It is also stored on the
 * device (ui/form-draft.tsx). What could not be sent is sent with the next input, at the latest with 次へ.
 */
export default function Autosave({ formId, action, version }: Props) {
  const [said, setSaid] = useState('')
  const known = useRef(version)
  useEffect(() => {
    known.current = version
  }, [version])
  useEffect(() => {
    const form = document.getElementById(formId)
    if (!(form instanceof HTMLFormElement)) return
    let timer = 0
    let isSending = false
    let again = false
    const save = async () => {
      // serialised: the second needs the version made by the first
      if (isSending) {
        again = true
        return
      }
      isSending = true
      await sendOnce()
      isSending = false
      if (again) {
        again = false
        void save()
      }
    }
    const sendOnce = async () => {
      const body = new FormData(form)
      body.set('intent', 'autosave')
      body.set('version', String(known.current))
      const answer = await fetch(action, { method: 'POST', body, headers: { accept: 'application/json' } }).catch(
        () => null,
      )
      const told: unknown = answer?.ok ? await answer.json().catch(() => null) : null
      if (typeof told === 'object' && told !== null && 'version' in told && typeof told.version === 'number') {
        known.current = told.version
        const field = form.elements.namedItem('version')
        if (field instanceof HTMLInputElement) field.value = String(told.version)
        setSaid('下書きを保存しました')
      } else if (answer?.status === 409)
        setSaid('他の画面で先に変更されました。画面を開き直すと、ここに入力した内容から続けられます')
      else if (answer?.status === 401)
        setSaid('サインインの有効期限が切れました。入力内容はこの端末に残っています。別の画面でサインインしてください')
      else if (answer && answer.status < 500) setSaid('下書きを保存できませんでした。入力内容はこの端末に残っています')
      else setSaid('オフラインです。入力内容はこの端末に残っており、接続後に保存されます')
    }
    const typed = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => void save(), restBeforeSaving)
    }
    const leave = () => window.clearTimeout(timer)
    form.addEventListener('input', typed)
    form.addEventListener('submit', leave)
    return () => {
      leave()
      form.removeEventListener('input', typed)
      form.removeEventListener('submit', leave)
    }
  }, [formId, action])
  return (
    <p role="status" className="min-h-[1.7em] text-sub text-ink-2">
      {said}
    </p>
  )
}
