import { CloudOff, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useOnline } from '#ui/browser-state.ts'
import { Button } from '#ui/button.tsx'
import { type MutationQueue, mutationQueueOf } from './mutation-queue.ts'
import type { QueuedMutation } from './queued-mutation.ts'
import { readWaiting, tellWaiting, useWaiting } from './waiting.ts'

type Props = { owner: string; offline: string; className: string }

/**
 * The blue strip: that the device is offline and what that means here, how much is queued, and the one question after a
 * refused mutation. Its script includes the queue: mutations are stored once it has loaded.
 */
export default function QueueStrip({ owner, offline, className }: Props) {
  const online = useOnline()
  const { presses, stopped } = useWaiting()
  const queue = useQueue(owner)
  useFreshPage()
  useUnsentWarning(presses.length)
  const refused = presses.find((press) => press.refused !== null)
  const waiting = presses.filter((press) => press.refused === null).length
  return (
    <div className={`print:hidden ${className}`}>
      <div role="status">
        {!online ? (
          <Strip Icon={WifiOff}>
            {offline}
            {waiting > 0 && <Unsent count={waiting} />}
          </Strip>
        ) : stopped === 'signed_out' ? (
          <Strip Icon={CloudOff}>
            <span>サインインの有効期限が切れました。操作は、この端末に保存されています。</span>
            <Unsent count={waiting} />
            <SignInLink />
          </Strip>
        ) : (
          waiting > 0 && (
            <Strip Icon={CloudOff}>
              <Unsent count={waiting} />
              <span>{stopped ? '通信が不安定です。接続後に送信します。' : '送信中です。'}</span>
            </Strip>
          )
        )}
      </div>
      {refused && queue && <Question key={refused.key} press={refused} queue={queue} />}
    </div>
  )
}

const Strip = ({ Icon, children }: { Icon: typeof WifiOff; children: ReactNode }) => (
  <p className="flex min-h-(--target) flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-ai-tint px-3.5 py-1 text-center font-bold text-ai">
    <Icon aria-hidden="true" size={20} className="shrink-0" />
    {children}
  </p>
)

const Unsent = ({ count }: { count: number }) => (
  <span className="whitespace-nowrap">
    未送信 <span className="num">{count}</span>
  </span>
)

const SignInLink = () => (
  <a
    href={`/auth/signIn?returnTo=${encodeURIComponent(location.pathname + location.search)}`}
    className="prose-link inline-flex min-h-(--target) items-center"
  >
    サインインの画面へ
  </a>
)

/** One plain question; without an answer the mutation stays, and everything about other objects continues. */
function Question({ press, queue }: { press: QueuedMutation; queue: MutationQueue }) {
  const [busy, setBusy] = useState(false)
  return (
    <section
      aria-label="送信できなかった操作"
      className="grid justify-items-center gap-2 border-b-2 border-akane bg-akane-tint px-3.5 py-3 text-center"
    >
      <p role="alert" className="max-w-[40rem] font-bold">
        {press.about && `${press.about}：`}「{press.label.trim() || '変更'}」は、接続時に送信できませんでした。
        {press.refused}
      </p>
      <p>操作を取り下げ、現在の画面でやり直しますか。</p>
      <Button
        kind="line"
        busy={busy}
        onClick={() => {
          setBusy(true)
          void queue.takeBack(press.lane).then(() => location.assign(press.page))
        }}
      >
        取り下げてやり直す
      </Button>
    </section>
  )
}

/** Runs the queue while the page is open. */
function useQueue(owner: string): MutationQueue | null {
  const [queue, setQueue] = useState<MutationQueue | null>(null)
  useEffect(() => {
    let gone = false
    // without storage, a page that is offline says so on submission
    void mutationQueueOf(owner).then(
      (started) => !gone && setQueue(started),
      () => {},
    )
    return () => {
      gone = true
    }
  }, [owner])
  return queue
}

/** When everything that can be sent has arrived, the page is reloaded, and shows the results itself. */
function useFreshPage() {
  const { presses, arrived } = useWaiting()
  const { revalidate } = useRevalidator()
  const isDone = arrived.length > 0 && presses.every(({ refused }) => refused !== null)
  useEffect(() => {
    if (!isDone) return
    void revalidate().then(() => {
      const known = new Set(arrived.map(({ key }) => key))
      tellWaiting({ arrived: readWaiting().arrived.filter(({ key }) => !known.has(key)) })
    })
  }, [isDone, arrived, revalidate])
}

/** Signing out deletes everything on the device: a user with unsent mutations is asked first. */
function useUnsentWarning(count: number) {
  useEffect(() => {
    if (count === 0) return
    const ask = (event: SubmitEvent) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || !form.action.endsWith('/auth/signOut')) return
      const question = `未送信の操作が${count}件あります。サインアウトすると、この端末から削除されます。サインアウトしますか。`
      if (window.confirm(question)) return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('submit', ask, true)
    return () => document.removeEventListener('submit', ask, true)
  }, [count])
}
