import { Copy, Phone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useHydrated } from './browser-state.ts'
import { Button } from './button.tsx'
import { CartonLines, Furrows, Perforation } from './market.tsx'
import { numberMark } from './request-number.ts'

type ErrorSheetProps = {
  status: number
  /** What happened, in Japanese; the heading. */
  title: string
  /** The same in English, or the message of the error. */
  english: string
  /** What the user can do next. */
  advice: string
  actions: ReactNode
  /** For users who contact us; a page that does not exist needs none. */
  report?: { time: string; number: string | null; phone: ReactNode }
  heading?: 'h1' | 'h2'
}

/** A carton in the field, with the price card that names the status. */
export function ErrorSheet({
  status,
  title,
  english,
  advice,
  actions,
  report,
  heading: Heading = 'h1',
}: ErrorSheetProps) {
  return (
    <div className="error-field">
      <span className="error-sun" aria-hidden="true" />
      <div className="error-soil" aria-hidden="true">
        <Furrows className="size-full opacity-15" />
      </div>
      <section className="carton error-carton">
        <CartonLines />
        <span className="error-hand-hole" aria-hidden="true" />
        <div className="grid grid-cols-1 justify-items-start gap-4 p-5 sm:p-8">
          <p className="price-tag error-card">
            <span className="num">{status}</span>
          </p>
          <div className="grid grid-cols-1 gap-1">
            <Heading className="text-h2 font-bold">{title}</Heading>
            <p lang={isEnglish(english) ? 'en' : undefined} className="text-sub">
              {english}
            </p>
          </div>
          <p>{advice}</p>
          <div className="flex flex-wrap gap-3">{actions}</div>
        </div>
        {report && <Report {...report} />}
      </section>
    </div>
  )
}

const isEnglish = (words: string) => /^[\x20-\x7e]*$/.test(words)

/** What a user reads out on the phone. */
function Report({ time, number, phone }: { time: string; number: string | null; phone: ReactNode }) {
  return (
    <div className="error-report">
      <Perforation />
      <dl className="grid grid-cols-1 gap-x-6 gap-y-2 p-5 sm:grid-cols-[auto_1fr] sm:px-8">
        <dt>時刻</dt>
        <dd>
          <time suppressHydrationWarning>{time}</time>
        </dd>
        {number && (
          <>
            <dt>受付番号</dt>
            <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span {...{ [numberMark]: '' }} className="font-mono text-sub break-all select-all">
                {number}
              </span>
              <CopyNumber number={number} />
            </dd>
          </>
        )}
        <dt>
          <Phone aria-hidden="true" size={18} className="me-1.5 inline align-[-0.15em]" />
          お問い合わせ
        </dt>
        <dd>{phone}</dd>
      </dl>
    </div>
  )
}

function CopyNumber({ number }: { number: string }) {
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  if (!hydrated) return null
  return (
    <>
      <Button
        type="button"
        kind="line"
        onClick={async () => {
          await navigator.clipboard.writeText(number)
          setCopied(true)
        }}
      >
        <Copy aria-hidden="true" />
        番号をコピー
      </Button>
      <span role="status" className="text-sub">
        {copied && 'コピーしました'}
      </span>
    </>
  )
}
