import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { shrinkPhoto } from '#ui/fields/shrink-photo.ts'

type Sending = {
  key: string
  file: File
  state: 'waiting' | 'sending' | 'retrying' | 'done' | 'refused'
  sentence?: string
}

/** Milliseconds before a photo is sent again on a weak line; after the last it waits for a press. */
const retryAfter = [1_000, 3_000, 8_000, 20_000] as const

/**
 * Photos go up by themselves as soon as they are chosen: made smaller on the device, one after the other, each with a
 * key of its own, so that one that arrived without our hearing of it is not there twice. On a weak line it tries again.
 */
export default function PhotoSender({ of, inputId, room }: { of: string; inputId: string; room: number }) {
  const [photos, setPhotos] = useState<readonly Sending[]>([])
  const { revalidate } = useRevalidator()
  const busy = useRef(false)

  const change = (key: string, change: Partial<Sending>) =>
    setPhotos((before) => before.map((photo) => (photo.key === key ? { ...photo, ...change } : photo)))

  useEffect(() => {
    const input = document.getElementById(inputId)
    if (!(input instanceof HTMLInputElement)) return
    const chosen = () => {
      const files = [...(input.files ?? [])]
      input.value = ''
      setPhotos((before) => [
        ...before.filter(({ state }) => state !== 'done'),
        ...files.slice(0, room).map((file) => ({ key: crypto.randomUUID(), file, state: 'waiting' as const })),
      ])
    }
    input.addEventListener('change', chosen)
    return () => input.removeEventListener('change', chosen)
  }, [inputId, room])

  const next = photos.find(({ state }) => state === 'waiting')
  useEffect(() => {
    if (!next || busy.current) return
    busy.current = true
    void send(of, next, (state) => change(next.key, { state })).then(async (end) => {
      busy.current = false
      change(next.key, end)
      if (end.state === 'done') await revalidate()
    })
  })

  const [sent, all] = [photos.filter(({ state }) => state === 'done').length, photos.length]
  const stopped = photos.filter(({ state }) => state === 'refused')
  const waitsForLine = photos.some(({ state }) => state === 'retrying')
  return (
    <div className="grid gap-2">
      <p role="status" className="photo-progress">
        {all > 0 && sent + stopped.length < all && (
          <>
            {waitsForLine ? '電波を待っています。つながったら送ります' : `写真を送っています ${sent + 1}／${all}枚`}
            <progress value={sent} max={all} aria-label="送った写真" />
          </>
        )}
        {all > 0 && sent === all && `${all}枚の写真をのせました`}
      </p>
      {stopped.map(({ key, file, sentence }) => (
        <div key={key}>
          <FieldError>
            {file.name}：{sentence}
          </FieldError>
          {sentence === lineText && (
            <Button type="button" kind="line" onClick={() => change(key, { state: 'waiting' })}>
              もう一度送る
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}

const lineText = '電波が弱くて送れませんでした。'

type End = { state: 'done' } | { state: 'refused'; sentence: string }

async function send(of: string, { key, file }: Sending, tell: (state: Sending['state']) => void): Promise<End> {
  tell('sending')
  const { file: small } = await shrinkPhoto(file)
  for (const wait of [...retryAfter, null]) {
    const form = new FormData()
    form.set('photo', small)
    const answer = await fetch(`/farmer/products/photos/${of}?key=${key}`, { method: 'POST', body: form }).catch(
      () => null,
    )
    if (answer?.ok) return { state: 'done' }
    if (answer && answer.status < 500 && answer.status !== 429)
      return { state: 'refused', sentence: await sentenceOf(answer) }
    if (wait === null) break
    tell('retrying')
    await new Promise((done) => setTimeout(done, wait))
  }
  return { state: 'refused', sentence: lineText }
}

async function sentenceOf(answer: Response): Promise<string> {
  const told: unknown = await answer.json().catch(() => null)
  const known = typeof told === 'object' && told !== null && 'sentence' in told && typeof told.sentence === 'string'
  return known ? String(told.sentence) : '送れませんでした。画面を開き直して、もう一度お試しください。'
}
