import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDayWithYear, formatNumber } from '#kernel/format.ts'
import { Explained } from '#ui/explained.tsx'
import { methodWord } from '../catalog-labels.ts'
import type { FarmRecord as Known } from '../farm-record.server.ts'

/** A farm's record: its growing methods, its documents, how it answers and ships. */
export function FarmRecord({
  record: { methods, certificates, answerPercent, fillPercent, orders, asked, verifiedLots },
}: {
  record: Known
}) {
  const few = answerPercent === null && fillPercent === null
  return (
    <dl className="border-t border-line">
      <Fact word="栽培方法">
        <Explained>
          {methods.length === 0
            ? '現在、販売中の商品はありません'
            : methods.map(({ method, goods }) => `${methodWord[method]}（${formatNumber(goods)}点）`).join('、')}
        </Explained>
      </Fact>
      <Fact word="認証">
        {certificates.length === 0
          ? '確認済みの認証書はありません'
          : certificates.map(({ number, authority, expiresOn, method }) => (
              <span key={number} className="flex items-start gap-1.5">
                <BadgeCheck aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-pine" />
                <span>
                  {method && <Explained>{`${methodWord[method]}：`}</Explained>}
                  {authority}
                  {number && ` ${number}`}
                  <span className="block text-sub text-ink-2">
                    {expiresOn ? `${formatDayWithYear(expiresOn)}まで有効` : '期限なし'}・畝と皿が書面を確認
                  </span>
                </span>
              </span>
            ))}
      </Fact>
      {verifiedLots !== null && (
        <Fact word="産地の確認">
          書類を畝と皿が確認し、直近90日に{formatNumber(verifiedLots)}ロットが飲食店に届きました
        </Fact>
      )}
      <Fact word="回答と出荷">
        {few ? (
          '注文がまだ少ないため、数値は表示されません'
        ) : (
          <>
            {answerPercent !== null && (
              <span className="me-4 inline-block">
                回答率 <b className="num text-h4">{answerPercent}%</b>
              </span>
            )}
            {fillPercent !== null && (
              <span className="inline-block">
                出荷率 <b className="num text-h4">{fillPercent}%</b>
              </span>
            )}
            <span className="block text-sub text-ink-2">
              直近90日の{formatNumber(orders)}件の注文から算出（回答は{formatNumber(asked)}件）
            </span>
          </>
        )}
      </Fact>
    </dl>
  )
}

const Fact = ({ word, children }: { word: string; children: ReactNode }) => (
  <div className="flex flex-wrap gap-3 border-b border-line py-3">
    <dt className="w-26 font-bold">{word}</dt>
    <dd className="min-w-0 grow basis-48">{children}</dd>
  </div>
)
