import { Check, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import type { Story } from '../story.ts'

function Busy() {
  const [busy, setBusy] = useState(false)
  const [presses, setPresses] = useState(0)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        type="button"
        busy={busy}
        onClick={() => {
          setPresses(presses + 1)
          setBusy(true)
          window.setTimeout(() => setBusy(false), 2000)
        }}
      >
        保存して次へすすむ
      </Button>
      <output>{presses}回</output>
    </div>
  )
}

export const story: Story = {
  name: 'Button',
  title: 'ボタン',
  group: '押す',
  facts: ['送る間も幅は変わらない', '二度目は押しても送らない', '柿色はお金が動くときだけ、1画面に1つ'],
  states: [
    {
      title: '種類',
      view: () => (
        <div className="flex flex-wrap gap-3">
          <Button type="button" kind="kaki">
            この内容で注文する
          </Button>
          <Button type="button">保存する</Button>
          <Button type="button" kind="line">
            条件を解除
          </Button>
          <Button type="button" kind="text">
            あとで
          </Button>
          <Button type="button" kind="danger">
            退会する
          </Button>
          <ButtonLink to="/test" kind="line">
            見本へもどる
          </ButtonLink>
        </div>
      ),
    },
    {
      title: '大きさと絵',
      view: () => (
        <div className="flex flex-wrap items-center gap-3">
          <Button type="button" size="lg" icon={<Check />}>
            出荷を登録する
          </Button>
          <Button type="button" icon={<Plus />}>
            追加
          </Button>
          <Button type="button" size="sm" kind="line" icon={<Trash2 />}>
            削除
          </Button>
        </div>
      ),
    },
    {
      title: '送っているところ',
      view: () => (
        <div className="flex flex-wrap items-center gap-3">
          <Button type="button" kind="kaki" busy>
            この内容で注文する
          </Button>
          <Button type="button" kind="line" busy icon={<Plus />}>
            追加
          </Button>
        </div>
      ),
    },
    { title: '押すと2秒送る', view: () => <Busy /> },
  ],
}
