import { Copy, Printer } from 'lucide-react'
import { useState } from 'react'
import { formatMoment } from '#kernel/format.ts'
import { type Check, checkInstallation } from '#modules/admin/check-installation.server.ts'
import { useHydrated } from '#ui/browser-state.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CartonLines, Stamp } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/check.ts'
import { deviceChecks } from './device-checks.ts'
import { checkFontFiles } from './font-files.server.ts'
import { forDevelopers } from './for-developers.server.ts'

export const meta = () => ownMeta('診断')

export const loader = page(async (ctx, { context }: Route.LoaderArgs) => {
  forDevelopers(ctx, context)
  const facts = context.get(requestFacts)
  const checks = [...(await checkInstallation(ctx, facts)), await checkFontFiles(facts.clientFolder)]
  return { checks, at: formatMoment(ctx.now) }
})

export default function CheckPage({ loaderData }: Route.ComponentProps) {
  const hydrated = useHydrated()
  const [device, setDevice] = useState<Check[] | null>(null)
  const [copied, setCopied] = useState(false)
  const all = [...loaderData.checks, ...(device ?? [])]
  const fine = device !== null && all.every(({ ok }) => ok)

  async function tryAll() {
    setCopied(false)
    setDevice(await Promise.all(deviceChecks.map((check) => check())))
  }
  async function copy() {
    await navigator.clipboard.writeText(asText(all, loaderData.at))
    setCopied(true)
  }

  return (
    <main id="main" tabIndex={-1} className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-6 px-3.5 py-6 lg:py-10">
      <header className="flex items-start justify-between gap-4">
        <div>
          <h1 className="text-h2">診断</h1>
          <p className="text-ink-2">{loaderData.at} に、設備をひと通り動かして確かめました。</p>
        </div>
        {fine && <Stamp word="使えます" date={loaderData.at.slice(0, 5)} lands />}
      </header>
      <Results title="設備" checks={loaderData.checks} />
      {device && <Results title="この端末" checks={device} />}
      <div aria-live="polite" className="grid gap-3">
        {device && (
          <Notice tone={fine ? 'matcha' : 'tag'}>
            {fine ? 'すべて使えます。' : `${all.filter(({ ok }) => !ok).length}つ、修正が必要な項目があります。`}
          </Notice>
        )}
        {copied && <Notice tone="matcha">結果を写しました。問い合わせに貼りつけて送れます。</Notice>}
      </div>
      <div className="no-print flex flex-wrap gap-3">
        {hydrated && (
          <>
            <Button type="button" size="lg" onClick={tryAll}>
              {device ? 'もう一度試す' : 'すべて試す'}
            </Button>
            <Button type="button" kind="line" size="lg" onClick={copy}>
              <Copy aria-hidden="true" />
              結果を写す
            </Button>
            <Button type="button" kind="line" size="lg" onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              印刷してみる
            </Button>
          </>
        )}
        <ButtonLink kind="text" to="/test">
          部品の見本へ
        </ButtonLink>
      </div>
    </main>
  )
}

function Results({ title, checks }: { title: string; checks: readonly Check[] }) {
  return (
    <section aria-label={title} className="card">
      <CartonLines />
      <h2 className="px-4 pt-3 text-h4 font-bold">{title}</h2>
      <dl className="divide-y divide-line px-4 pb-2">
        {checks.map(({ name, ok, fact, advice }) => (
          <div
            key={name}
            className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-1 py-3 sm:grid-cols-[11rem_1fr_auto]"
          >
            <dt className="font-bold">{name}</dt>
            <dd className="col-span-2 row-start-2 sm:col-span-1 sm:col-start-2 sm:row-start-1">
              {fact}
              {advice && <p className="text-sub text-akane">{advice}</p>}
            </dd>
            <dd className={`font-bold whitespace-nowrap ${ok ? 'text-matcha' : 'text-akane'}`}>
              {ok ? '○ 使えます' : '× 使えません'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const asText = (checks: readonly Check[], at: string) =>
  [`畝と皿 診断 ${at}`, ...checks.map(({ name, ok, fact }) => `${ok ? '○' : '×'} ${name}：${fact}`)].join('\n')
