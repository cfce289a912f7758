import { Download, Printer } from 'lucide-react'
import { useHydrated } from '#ui/browser-state.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** The ten codes, shown only once: to print, or save as a file. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const hydrated = useHydrated()
  const file = `畝と皿の予備コード（それぞれ1回のみ使用できます）\r\n\r\n${codes.join('\r\n')}\r\n`
  return (
    <div className="grid grid-cols-1 gap-4">
      <Notice tone="tag">
        予備コードが表示されるのは今回のみです。スマートフォンを紛失した場合に、確認コードの代わりに使用します。紙に書くか印刷し、パスワードとは別の場所に保管してください。
      </Notice>
      <ul aria-label="予備コード" className="grid grid-cols-2 gap-2 rounded-control border border-line bg-sunken p-4">
        {codes.map((code) => (
          <li key={code} className="num text-center select-all" data-backup-code>
            {code}
          </li>
        ))}
      </ul>
      <div className="no-print flex flex-wrap gap-3">
        <a
          className="btn"
          data-kind="line"
          download="une-to-sara-backup-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
        >
          <Download aria-hidden="true" />
          ファイルに保存する
        </a>
        {hydrated && (
          <Button type="button" kind="line" icon={<Printer />} onClick={() => window.print()}>
            印刷する
          </Button>
        )}
      </div>
    </div>
  )
}
