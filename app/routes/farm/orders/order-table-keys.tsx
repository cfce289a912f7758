const keys = [
  ['/', '検索欄に移動'],
  ['T', '表に移動'],
  ['↑ ↓', '前後の注文に移動'],
  ['Home・End', '最初・最後の注文に移動'],
  ['スペース', '注文を選択・解除'],
  ['Shift＋スペース', '前回選択した注文からまとめて選択'],
  ['Enter', '注文を開く'],
  ['A', '選択した注文を、注文どおりに受注する（確認画面が表示されます）'],
] as const

/** The shortcuts of the table; single keys can be switched off, because dictation presses them too. */
export const OrderTableKeys = ({ on, turn }: { on: boolean; turn: (to: boolean) => void }) => (
  <details className="no-print card max-lg:hidden">
    <summary className="min-h-11 cursor-pointer content-center px-4 font-bold">キーボード操作</summary>
    <div className="grid gap-3 border-t border-line p-4">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="font-bold">{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => turn(event.currentTarget.checked)}
          className="size-5 accent-pine"
        />
        1文字のキー（/・T・A）を使用する
      </label>
    </div>
  </details>
)
