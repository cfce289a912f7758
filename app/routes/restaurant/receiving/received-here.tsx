import { formatMoment } from '#kernel/format.ts'
import type { QueuedMutation } from '#ui/device/queued-mutation.ts'
import { Head } from '#ui/head.tsx'

/** The inspection is done, and queued on this device until it is online. */
export default function ReceivedHere({ press }: { press: QueuedMutation | undefined }) {
  return (
    press && (
      <section aria-label="未送信" className="card grid grid-cols-1 gap-3 p-4">
        <p className="flex flex-wrap items-center gap-3">
          <span className="rounded-tag bg-ai-tint px-2 py-0.5 font-bold text-ai">未送信</span>
          <Head as="span" className="text-h3">
            検収
          </Head>
          <time dateTime={new Date(press.pressedAt).toISOString()} className="ms-auto font-bold tabular-nums">
            {formatMoment(new Date(press.pressedAt))}
          </time>
        </p>
        <p>写真と記録をこの端末に保存しました。接続後に自動で送信されます。この画面は閉じても問題ありません。</p>
      </section>
    )
  )
}
