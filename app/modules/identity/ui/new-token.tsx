import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useHydrated } from '#ui/browser-state.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** A token that was just made, shown only once: to copy into the other software. */
export function NewToken({ token }: { token: string }) {
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  return (
    <div className="grid grid-cols-1 gap-4">
      <Notice tone="tag">
        トークンが表示されるのは今回のみです。使用するソフトの設定に貼り付けてください。他の人に見せたり、メールで送ったりしないでください。
      </Notice>
      <p className="num rounded-control border border-line bg-sunken p-4 break-all select-all" data-new-token>
        {token}
      </p>
      {hydrated && (
        <p className="flex flex-wrap items-center gap-3">
          <Button
            type="button"
            kind="line"
            icon={<Copy aria-hidden="true" />}
            onClick={() => navigator.clipboard.writeText(token).then(() => setCopied(true))}
          >
            コピーする
          </Button>
          <span role="status">{copied && 'コピーしました。'}</span>
        </p>
      )}
    </div>
  )
}
