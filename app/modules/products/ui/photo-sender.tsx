import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { shrinkPhoto } from '#ui/fields/shrink-photo.ts'
import { partsOf, photoPartBytes } from '../photo-parts.ts'
import { forgetPhoto, type KeptPhoto, keepPhoto, keptPhotos } from './photo-keeper.ts'
import '#styles/kit/goods.css'

type Sending = {
  photo: KeptPhoto
  state: 'waiting' | 'sending' | 'retrying' | 'stopped' | 'done' | 'refused'
  sentence?: string
  signIn?: boolean
}

/** Milliseconds before a part is retried on a weak connection; after the last it waits for a connection or a press. */
const retryAfter = [1_000, 3_000, 8_000, 20_000] as const

type Props = { of: string; inputIds: readonly string[]; room: number }

/**
 * Photos are uploaded as soon as they are chosen: reduced on the device, stored there until they have arrived, one
 * after the other and each in parts, so that after a broken connection, or a reload, the upload resumes. Each has its
 * own key: one whose confirmation was lost is not stored twice.
 */
export default function PhotoSender({ of, inputIds, room }: Props) {
  const [photos, setPhotos] = useState<readonly Sending[]>([])
  const { revalidate } = useRevalidator()
  const busy = useRef(false)
  const roomNow = useRef(room)
  roomNow.current = room

  const change = (key: string, change: Partial<Sending>) =>
    setPhotos((before) => before.map((it) => (it.photo.key === key ? { ...it, ...change } : it)))

  useEffect(() => {
    let gone = false
    void keptPhotos(of).then((kept) => {
      if (!gone && kept.length > 0) setPhotos(adding(kept))
    })
    return () => {
      gone = true
    }
  }, [of])

  const ids = inputIds.join(' ')
  useEffect(() => {
    const take = async (input: EventTarget | null) => {
      if (!(input instanceof HTMLInputElement)) return
      const files = [...(input.files ?? [])].slice(0, roomNow.current)
      input.value = ''
      for (const [index, file] of files.entries()) {
        const { file: small } = await shrinkPhoto(file)
        const photo: KeptPhoto = {
          key: crypto.randomUUID(),
          of,
          name: file.name,
          blob: small,
          sentParts: 0,
          chosenAt: Date.now() + index,
        }
        await keepPhoto(photo)
        setPhotos(adding([photo]))
      }
    }
    const chosen = ({ currentTarget }: Event) => void take(currentTarget)
    const inputs = ids.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    for (const input of inputs) {
      input.addEventListener('change', chosen)
      // what was chosen before this script was loaded
      void take(input)
    }
    return () => {
      for (const input of inputs) input.removeEventListener('change', chosen)
    }
  }, [of, ids])

  useEffect(() => {
    const again = () =>
      setPhotos((before) => before.map((it) => (it.state === 'stopped' ? { ...it, state: 'waiting' } : it)))
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])

  const next = photos.find(({ state }) => state === 'waiting')
  useEffect(() => {
    if (!next || busy.current) return
    busy.current = true
    const { key } = next.photo
    void send(next.photo, (now) => change(key, now)).then(async (end) => {
      busy.current = false
      if (end.state === 'done' || end.state === 'refused') await forgetPhoto(key)
      change(key, end)
      if (end.state === 'done') await revalidate()
    })
  })

  const all = photos.length
  const sent = photos.filter(({ state }) => state === 'done').length
  const refused = photos.filter(({ state }) => state === 'refused')
  const stopped = photos.find(({ state }) => state === 'stopped')
  const parts = photos.reduce((sum, { photo, state }) => sum + (state === 'done' ? 1 : shareOf(photo)), 0)
  return (
    <div className="grid gap-2">
      <p role="status" className="photo-progress">
        {all > 0 && sent + refused.length < all && (
          <>
            {stopped || photos.some(({ state }) => state === 'retrying')
              ? `通信できません。残り${all - sent - refused.length}枚は、この端末に保存してあります`
              : `写真を送信中です ${sent + 1}／${all}枚`}
            <progress value={parts} max={all} aria-label="送信した写真" />
          </>
        )}
        {all > 0 && sent === all && `${all}枚の写真を追加しました`}
      </p>
      {refused.map(({ photo: { key, name }, sentence }) => (
        <FieldError key={key}>
          {name}：{sentence}
        </FieldError>
      ))}
      {stopped && (
        <div className="grid justify-items-start gap-2">
          <FieldError>{stopped.sentence}</FieldError>
          {stopped.signIn ? (
            <a href={`/auth/signIn?returnTo=${encodeURIComponent(here())}`} className="btn" data-kind="line">
              サインインする
            </a>
          ) : (
            <Button type="button" kind="line" onClick={() => change(stopped.photo.key, { state: 'waiting' })}>
              続きから送信
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Adds the chosen photos to those being uploaded; completed ones are no longer counted. */
const adding =
  (chosen: readonly KeptPhoto[]) =>
  (before: readonly Sending[]): readonly Sending[] => {
    const left = before.filter(({ state }) => state !== 'done')
    const fresh = chosen.filter(({ key }) => !left.some(({ photo }) => photo.key === key))
    return [...left, ...fresh.map((photo) => ({ photo, state: 'waiting' as const }))]
  }

const here = () => `${window.location.pathname}${window.location.search}`

/** The uploaded share of a photo, from 0 to just under 1. */
const shareOf = ({ blob, sentParts }: KeptPhoto): number => (sentParts / partsOf(blob.size)) * 0.95

const lineText = '通信が不安定なため、途中で止まりました。写真はこの端末に残っており、接続後に続きから送信されます。'
const signInText =
  'サインインの有効期限が切れました。写真はこの端末に残っています。サインインして、この画面に戻ると送信されます。'

type End = { state: 'done' } | { state: 'refused' | 'stopped'; sentence: string; signIn?: boolean }

/** Part by part from where it stopped, then the request that completes it. */
async function send(photo: KeptPhoto, tell: (now: Partial<Sending>) => void): Promise<End> {
  const { key, of, blob } = photo
  const parts = partsOf(blob.size)
  const at = `/farmer/products/photos/${of}?key=${key}`
  tell({ state: 'sending' })
  for (let part = photo.sentParts; part < parts; part++) {
    const bytes = blob.slice(part * photoPartBytes, (part + 1) * photoPartBytes)
    const answer = await insist(`${at}&part=${part}`, bytes, tell)
    if (!answer.ok) return endOf(answer)
    photo = { ...photo, sentParts: part + 1 }
    await keepPhoto(photo)
    tell({ state: 'sending', photo })
  }
  const answer = await insist(`${at}&parts=${parts}`, null, tell)
  if (answer.ok) return { state: 'done' }
  // parts that waited too long were swept away: starts over, once
  if (answer.status === 410 && photo.sentParts > 0) return send({ ...photo, sentParts: 0 }, tell)
  return endOf(answer)
}

type Insisted = { ok: boolean; status: number; sentence?: string }

/** Retries until there is a response, or the connection has been bad for long. */
async function insist(address: string, bytes: Blob | null, tell: (now: Partial<Sending>) => void): Promise<Insisted> {
  for (const wait of [...retryAfter, null]) {
    const form = new FormData()
    if (bytes) form.set('photo', bytes)
    const answer = await fetch(address, { method: 'POST', body: form }).catch(() => null)
    if (answer && answer.status < 500 && answer.status !== 429)
      return { ok: answer.ok, status: answer.status, ...(!answer.ok && { sentence: await sentenceOf(answer) }) }
    if (wait === null) break
    tell({ state: 'retrying' })
    await new Promise((done) => setTimeout(done, wait))
  }
  return { ok: false, status: 0 }
}

function endOf({ status, sentence }: Insisted): End {
  if (status === 0) return { state: 'stopped', sentence: lineText }
  if (status === 401) return { state: 'stopped', sentence: signInText, signIn: true }
  return { state: 'refused', sentence: sentence ?? '送信できませんでした。画面を開き直して、もう一度お試しください。' }
}

async function sentenceOf(answer: Response): Promise<string> {
  const told: unknown = await answer.json().catch(() => null)
  const known = typeof told === 'object' && told !== null && 'sentence' in told && typeof told.sentence === 'string'
  return known ? String(told.sentence) : '送信できませんでした。画面を開き直して、もう一度お試しください。'
}
