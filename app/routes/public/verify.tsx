import { BadgeCheck, CircleAlert, FileWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, type MetaFunction, redirect } from 'react-router'
import { TooMany } from '#kernel/errors.ts'
import { formatDayWithYear, formatYen } from '#kernel/format.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { documentWord } from '#modules/issued-documents/issued-paper.ts'
import { type Verified, verifyDocument } from '#modules/issued-documents/verify-document.server.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Explained } from '#ui/explained.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/verify.ts'

export const meta: MetaFunction = () => ownMeta('書類の照会')

export const loader = page(async (ctx, { request, params, context }: Route.LoaderArgs) => {
  const { encryption, ip } = context.get(requestFacts)
  const asked = new URL(request.url).searchParams
  const hash = asked.get('h') ?? ''
  const typed = asked.get('number')?.trim().slice(0, 40)
  // typed by hand: the address of the document is that of its QR code
  if (typed && typed !== params.number)
    throw redirect(`/verify/${encodeURIComponent(typed)}?${new URLSearchParams({ h: hash })}`)
  const found = await verifyDocument({ ...ctx, encryption, ip }, { number: params.number, hash })
  if (!found.ok) throw new TooMany(waitSecondsOf(found))
  return { verified: found.value, number: params.number, hash: hash.slice(0, 40) }
})

/** What the QR code on a document opens; number and check code can be typed from the paper, too. */
export default function VerifyPage({ loaderData: { verified, number, hash } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-5 px-3.5 py-8">
      <h1 className="text-h4 font-bold lg:text-h2">書類の照会</h1>
      {verified.state === 'other' ? (
        <>
          {hash !== '' && (
            <Notice tone="akane">
              この番号と照合番号に一致する書類はありません。入力に誤りがないか確認してください。一致しない場合は、書類の発行者に確認してください。
            </Notice>
          )}
          <Form method="get" className="card grid grid-cols-1 gap-4 p-4" noValidate>
            <p>書類のQRコードを読み取るか、書類に記載された番号と照合番号（各ページの左下）を入力してください。</p>
            <TextField label="番号" name="number" defaultValue={number} help="例 S2026-000123" autoComplete="off" />
            <TextField
              label="照合番号"
              name="h"
              defaultValue={hash}
              help="英数字16桁。例 0123456789abcdef"
              autoComplete="off"
            />
            <Button>照会する</Button>
          </Form>
        </>
      ) : (
        <Facts {...verified} />
      )}
    </div>
  )
}

type Known = Exclude<Verified, { state: 'other' }>

const states: Record<Known['state'], { tone: string; icon: ReactNode; word: string }> = {
  true: { tone: 'text-pine', icon: <BadgeCheck aria-hidden="true" size={40} />, word: '発行された書類です' },
  replaced: { tone: 'text-akane', icon: <FileWarning aria-hidden="true" size={40} />, word: '差し替え済みの書類です' },
  void: { tone: 'text-akane', icon: <CircleAlert aria-hidden="true" size={40} />, word: '無効の書類です' },
}

const printedWord: Partial<Record<Known['facts']['kind'], string>> = {
  invoice: '今回ご請求額（繰越を含む）',
  statement: 'お支払額（繰越を含む）',
}

function Facts({ state, facts, replacedBy, signature }: Known) {
  const { tone, icon, word } = states[state]
  const rows: [string, string][] = [
    ['書類', documentWord[facts.kind]],
    ['番号', facts.number],
    ['発行日', formatDayWithYear(facts.issuedOn)],
    ['発行者', facts.issuer],
    ['宛先', facts.recipient],
    ...(facts.printedYen === null
      ? []
      : [[printedWord[facts.kind] ?? '書類の金額', formatYen(facts.printedYen)] satisfies [string, string]]),
    [facts.printedYen === null ? '金額（税込）' : '今回分の金額（税込）', formatYen(facts.totalYen)],
  ]
  return (
    <section className="card grid grid-cols-1 gap-4 p-4 lg:p-6" aria-labelledby="state">
      <div className={`flex items-center gap-3 ${tone}`}>
        {icon}
        <h2 id="state" className="text-h3 font-bold">
          {word}
        </h2>
      </div>
      <p>
        {state === 'void' && 'この書類は、発行後に無効とされました。'}
        {state === 'replaced' && `この書類は ${replacedBy} に置き換えられました。新しい書類を使用してください。`}
        {state === 'true' &&
          '番号と内容は、発行時の記録と一致します。お手元の書類の記載が次のとおりか、確認してください。'}
      </p>
      <dl className="grid grid-cols-1">
        {rows.map(([term, text]) => (
          <div
            key={term}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2 tabular-nums"
          >
            <dt className="text-ink-2">{term}</dt>
            <dd className="ms-auto text-end font-bold wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <Disclosure summary="内容のハッシュ値と電子署名">
        <dl className="grid grid-cols-1 gap-3 text-sub">
          <div>
            <dt>
              <Explained>内容のハッシュ値（SHA-256）</Explained>
            </dt>
            <dd className="font-mono break-all">{facts.sha256}</dd>
          </div>
          <div>
            <dt>
              <Explained>署名（JWS）</Explained>
            </dt>
            <dd className="font-mono break-all">{signature}</dd>
          </div>
        </dl>
      </Disclosure>
    </section>
  )
}
