import type { MetaFunction } from 'react-router'
import { TooMany } from '#kernel/errors.ts'
import { formatDayWithYear, formatYen } from '#kernel/format.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { documentWord } from '#modules/issued-documents/issued-paper.ts'
import { type Verified, verifyDocument } from '#modules/issued-documents/verify-document.server.ts'
import { page } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/verify.ts'

export const meta: MetaFunction = () => [{ title: '書類の照会｜畝と皿' }, { name: 'robots', content: 'noindex' }]

export const loader = page(async (ctx, { request, params, context }: Route.LoaderArgs) => {
  const { encryption, ip } = context.get(requestFacts)
  const hash = new URL(request.url).searchParams.get('h') ?? ''
  const found = await verifyDocument({ ...ctx, encryption, ip }, { number: params.number, hash })
  if (!found.ok) throw new TooMany(waitSecondsOf(found))
  return { verified: found.value }
})

/** What the QR code on a document opens. */
export default function VerifyPage({ loaderData: { verified } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-4 px-3.5 py-8">
      <h1 className="text-h4 font-bold lg:text-h2">書類の照会</h1>
      {verified.state === 'other' ? (
        <p>
          この番号と照合番号に一致する書類はありません。書類のQRコードを読み取り直してください。一致しない場合は、書類の発行者に確認してください。
        </p>
      ) : (
        <Facts {...verified} />
      )}
    </div>
  )
}

function Facts({ state, facts, replacedBy, signature }: Exclude<Verified, { state: 'other' }>) {
  const rows = [
    ['書類', documentWord[facts.kind]],
    ['番号', facts.number],
    ['発行日', formatDayWithYear(facts.issuedOn)],
    ['金額（税込）', formatYen(facts.totalYen)],
    ['内容のハッシュ値', facts.sha256],
    ['署名（JWS）', signature],
  ]
  return (
    <>
      <p className="font-bold">
        {state === 'void' && 'この書類は無効です。'}
        {state === 'replaced' && `この書類は ${replacedBy} に置き換えられました。`}
        {state === 'true' && 'この書類は発行された内容と一致します。'}
      </p>
      <dl className="grid grid-cols-1 gap-2">
        {rows.map(([word, text]) => (
          <div key={word}>
            <dt className="text-sm">{word}</dt>
            <dd className="break-all">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
