import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useKeysOn } from './organisation-keys.ts'

const words = [
  ['J', '次の会員'],
  ['K', '前の会員'],
  ['A', '承認する'],
  ['R', '差し戻しの理由を入力'],
  ['/', '検索'],
  ['?', 'このキー一覧'],
] as const

/** What the keys do, and the switch that disables them. */
export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const { on, turn } = useKeysOn()
  return (
    <Dialog
      open
      onClose={onClose}
      title="キー操作"
      actions={
        <Button type="button" kind="line" data-safe onClick={onClose}>
          閉じる
        </Button>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {words.map(([key, word]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid min-w-7 place-items-center rounded border border-line-strong px-1.5 font-bold">
                {key}
              </kbd>
            </dt>
            <dd>{word}</dd>
          </div>
        ))}
      </dl>
      <label className="flex min-h-11 items-center gap-2">
        <input type="checkbox" checked={on} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
        この端末でキー操作を使う
      </label>
    </Dialog>
  )
}
