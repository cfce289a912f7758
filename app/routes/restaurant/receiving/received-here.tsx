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
        <p>
          写真も記録も、この端末に残しました。つながったら、ひとりでに送ります。この画面は閉じてもだいじょうぶです。
        </p>
      </section>
    )
  )
}
