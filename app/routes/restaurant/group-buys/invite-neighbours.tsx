import { useState } from 'react'
import { formatDay } from '#kernel/format.ts'
import type { GroupBuyPage } from '#modules/group-buying/group-queries.server.ts'
import { codeText } from '#modules/group-buying/group-words.ts'
import { Button } from '#ui/button.tsx'

/** The invitation: a link to send, and a code to tell by telephone. */
export function InviteNeighbours({ group, invitation }: { group: GroupBuyPage; invitation: string }) {
  const [copied, setCopied] = useState(false)
  const words = `${group.farm.name}の共同購入（${formatDay(group.deliveryOn)}お届け）に参加しませんか。送料を分担できます。`
  const mail = `mailto:?subject=${encodeURIComponent('共同購入のご案内')}&body=${encodeURIComponent(`${words}\n${invitation}`)}`
  const line = `https://line.me/R/msg/text/?${encodeURIComponent(`${words}\n${invitation}`)}`
  return (
    <section aria-labelledby="invite" className="card grid gap-3 p-4">
      <h2 id="invite" className="text-h4 font-bold">
        近隣の店舗を招待する
      </h2>
      <p className="text-sub text-ink-2">
        このリンクまたは招待コードを知っている、承認済みの飲食店が参加できます。商品の価格は店舗ごとに異なり、互いに表示されません。
      </p>
      <p className="rounded-control border border-line bg-ground px-3 py-2 text-sub break-all select-all">
        {invitation}
      </p>
      <p>
        招待コード <b className="num text-h4 tracking-wide">{codeText(group.code)}</b>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="button"
          kind="line"
          className="[@media(scripting:none)]:hidden"
          onClick={async () => {
            await navigator.clipboard.writeText(invitation)
            setCopied(true)
          }}
        >
          リンクをコピー
        </Button>
        <a href={line} rel="noreferrer" target="_blank" className="prose-link inline-flex min-h-11 items-center">
          LINEで送る
        </a>
        <a href={mail} className="prose-link inline-flex min-h-11 items-center">
          メールで送る
        </a>
      </div>
      <p role="status" className="text-sub">
        {copied && 'リンクをコピーしました。'}
      </p>
    </section>
  )
}
