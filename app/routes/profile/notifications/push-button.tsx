import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useHydrated } from '#ui/browser-state.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/**
 * Turns on push for this browser. It asks for permission only when pressed; without script, or in a browser without
 * push, only the sentence is shown.
 */
export function PushButton({ publicKey }: { publicKey: string }) {
  const hydrated = useHydrated()
  const [state, setState] = useState<'ready' | 'busy' | string>('ready')
  const { revalidate } = useRevalidator()
  if (!hydrated) return <p>この端末で通知を受け取るには、画面の読み込みが終わるまでお待ちください。</p>
  if (!('serviceWorker' in navigator) || !('PushManager' in window))
    return (
      <p>
        このブラウザーは通知に対応していません。iPhoneの場合は、共有ボタンから「ホーム画面に追加」し、追加したアイコンから開くと通知を受け取れます。
      </p>
    )
  const press = async () => {
    setState('busy')
    const problem = await turnOn(publicKey).catch(() => '処理できませんでした。時間をおいて、もう一度押してください。')
    setState(problem ?? 'ready')
    if (!problem) await revalidate()
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {state !== 'ready' && state !== 'busy' && <Notice tone="akane">{state}</Notice>}
      <Button
        type="button"
        kind="line"
        className="justify-self-start"
        icon={<BellRing size={20} />}
        busy={state === 'busy'}
        onClick={press}
      >
        この端末で通知を受け取る
      </Button>
    </div>
  )
}

/** null: it is on. Otherwise the sentence about the obstacle. */
async function turnOn(publicKey: string): Promise<string | null> {
  if ((await Notification.requestPermission()) !== 'granted')
    return '通知が許可されていません。ブラウザーのアドレス欄の横から、通知を「許可」にしてください。'
  const worker = await navigator.serviceWorker.register('/push/worker.js')
  await activeOf(worker)
  const known = await worker.pushManager.getSubscription()
  const subscription =
    known ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }))
  const { endpoint, keys } = subscription.toJSON()
  const form = new FormData()
  for (const [name, value] of Object.entries({ endpoint, p256dh: keys?.p256dh, auth: keys?.auth }))
    form.set(name, value ?? '')
  const answer = await fetch('/notices/push', { method: 'POST', body: form })
  if (answer.ok) return null
  const { sentence } = await answer.json()
  return typeof sentence === 'string' ? sentence : '処理できませんでした。時間をおいて、もう一度押してください。'
}

const activeOf = ({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> => {
  const coming = installing ?? waiting
  if (active || !coming) return Promise.resolve()
  return new Promise((done) =>
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') done()
    }),
  )
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
