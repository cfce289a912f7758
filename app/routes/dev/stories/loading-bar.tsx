import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { loadingBar } from '#ui/constants.ts'
import { Bar } from '#ui/loading-bar.tsx'
import { trackRequest } from '#ui/request.ts'
import type { Story } from '../story.ts'

const { duration, throttle, hide, heightPx } = loadingBar

export const story: Story = {
  name: 'LoadingBar',
  title: '読みこみの線',
  group: '枠',
  facts: [
    `画面のいちばん上に${heightPx}px。ほかのものを動かさない`,
    `${throttle}ミリ秒より長くかかるときだけ出て、${duration}ミリ秒でいっぱいになり、終わって${hide}ミリ秒で消える`,
    '画面の移動、その場で送るもの、APIへの問い合わせを数える',
    '動きをへらす設定では、動かない線になる',
  ],
  states: [
    { title: '読みこみ中', view: () => <Bar phase="growing" />, wide: true },
    { title: '終わったところ（このあと消える）', view: () => <Bar phase="full" />, wide: true },
    { title: '画面の上に出してみる', view: () => <Try /> },
  ],
}

function Try() {
  const [asking, setAsking] = useState(false)
  async function ask() {
    setAsking(true)
    await trackRequest(new Promise((resolve) => setTimeout(resolve, 2000)))
    setAsking(false)
  }
  return (
    <Button type="button" kind="line" aria-disabled={asking} onClick={asking ? undefined : ask}>
      2秒かかる問い合わせ
    </Button>
  )
}
