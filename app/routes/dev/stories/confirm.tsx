import { useState } from 'react'
import { Confirm } from '#ui/confirm.tsx'
import type { Story } from '../story.ts'

function CancelForm() {
  const [sent, setSent] = useState(0)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setSent(sent + 1)
      }}
      className="flex flex-wrap items-center gap-4"
    >
      <Confirm
        question="この注文を取り消しますか"
        consequence="3つの農園への注文、合計5件を取り消します。元にはもどせません。"
        confirm="取り消す"
      >
        注文をキャンセルする
      </Confirm>
      <output>{sent}回送りました</output>
    </form>
  )
}

export const story: Story = {
  name: 'Confirm',
  title: 'もう一度たずねる',
  group: '開く',
  facts: [
    '取り消せないことの前に一度だけ',
    '確認の段までは輪郭だけ',
    '開くと安全なほうのボタンへ',
    'スクリプトがなければ、そのまま送る',
  ],
  states: [{ title: '書式を送る前', view: CancelForm }],
}
