import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { formatMoment } from '#kernel/format.ts'
import { ChunkFailure, openAfresh } from './chunk-reload.ts'
import { errorWords } from './constants.ts'
import { messageOf, statusOf } from './error-facts.ts'
import { wordsFor } from './error-labels.ts'
import { ErrorSheet } from './error-sheet.tsx'
import { Link } from './link.tsx'
import { LogoWithName } from './logo.tsx'
import { useRequestNumber } from './request-number.ts'
import { isUnanswered } from './unanswered.ts'

/** One calm page for every error. `help`: a phone number, or a link to the form. */
export default function ErrorPage({ error, help }: { error: unknown; help: ReactNode }) {
  const { pathname, search } = useLocation()
  const number = useRequestNumber()
  const [time] = useState(() => formatMoment(new Date()))
  const status = statusOf(error)
  const { title, advice } = wordsFor(error)
  const isMissing = error instanceof ChunkFailure
  const isLost = isUnanswered(error)
  useEffect(() => {
    // without the network the device has the document, or says itself that it has none
    if (isLost && navigator.serviceWorker?.controller) location.reload()
    // after a minute the next attempt may load it as a document after all
    if (isMissing) openAfresh(null)
  }, [isMissing, isLost])
  return (
    <>
      <header className="error-top">
        <Link to="/" aria-label="畝と皿 ホーム" className="inline-flex min-h-11 items-center rounded-control">
          <LogoWithName />
        </Link>
      </header>
      <main id="main" tabIndex={-1}>
        <ErrorSheet
          status={status}
          title={title}
          english={status === 404 ? errorWords.notFound.en : messageOf(error, import.meta.env.DEV)}
          advice={advice}
          actions={<Ways again={status === 404 || status === 403 ? null : pathname + search} />}
          {...(status !== 404 && { report: { time, number, phone: help } })}
        />
      </main>
    </>
  )
}

/** Home, and the same page once more: as a document, because the state in memory may be broken. */
export function Ways({ again }: { again: string | null }) {
  const { ja, en } = errorWords.notFound.back
  return (
    <>
      <Link className="btn error-home" data-kind="pine" data-size="lg" to="/">
        {ja}
        <small lang="en">{en}</small>
      </Link>
      {again !== null && (
        <a className="btn" data-kind="line" data-size="lg" href={again}>
          もう一度開く
        </a>
      )}
    </>
  )
}
