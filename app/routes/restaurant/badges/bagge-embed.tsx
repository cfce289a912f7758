import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '#ui/browser-state.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import type { Chosen } from './bagge-screen.tsx'

/** For the restaurant's own site: one line each, without script. */
export function BadgeEmbed({ chosen }: { chosen: Chosen }) {
  const { hash } = useLocation()
  return (
    <Disclosure summary="ウェブサイトに埋め込む" id="embed" open={hash === '#embed' || undefined}>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Code label="産地バッジ" code={chosen.embed} />
        <div className="grid grid-cols-1 content-start gap-3">
          <Code label="本日の産地（納品のたびに変わります）" code={chosen.embedToday} />
          <img
            src={`/trace/${chosen.badge.token}/today.svg`}
            width={480}
            height={110}
            alt="本日の産地の見本"
            className="h-auto max-w-full"
          />
        </div>
      </div>
    </Disclosure>
  )
}

function Code({ label, code }: { label: string; code: string }) {
  const id = useId()
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  return (
    <div className="grid grid-cols-1 content-start gap-2">
      <label htmlFor={id} className="font-bold">
        {label}
      </label>
      <textarea
        id={id}
        readOnly
        rows={4}
        value={code}
        onFocus={(event) => event.currentTarget.select()}
        className="w-full rounded-control border border-line-strong bg-sunken p-3 font-mono text-sub break-all"
      />
      <p className="flex flex-wrap items-center gap-3">
        {hydrated && (
          <Button
            type="button"
            kind="line"
            icon={<Copy />}
            onClick={() => navigator.clipboard.writeText(code).then(() => setCopied(true))}
          >
            <span>
              コピーする<span className="visually-hidden">：{label}</span>
            </span>
          </Button>
        )}
        <span role="status">{copied && 'コピーしました。'}</span>
      </p>
    </div>
  )
}
