import { Printer } from 'lucide-react'
import { Abbr } from '#ui/abbr.tsx'
import { Button } from '#ui/button.tsx'
import { tooltip } from '#ui/constants.ts'
import type { Story } from '../story.ts'

const Printing = () => (
  <button type="button" className="icon-btn" aria-label="印刷" data-tip="荷札をまとめて印刷">
    <Printer aria-hidden="true" />
  </button>
)

export const story: Story = {
  name: 'Tooltip',
  title: 'ツールチップ',
  group: '報告する',
  facts: [
    `${tooltip.delay}ミリ秒で出る`,
    `窓の端から${tooltip.boundaryPadding}px`,
    '指では出ないので、必要なことは書かない',
  ],
  states: [
    { title: '絵のボタン', view: Printing },
    {
      title: '文字のボタン',
      view: () => (
        <Button type="button" kind="line" data-tip="表計算ソフトで開けます">
          CSV
        </Button>
      ),
    },
    { title: '略語', view: () => <Abbr short="JAS" words="日本農林規格" /> },
    {
      title: '画面の端',
      view: () => (
        <div className="flex justify-end">
          <Button type="button" kind="line" data-tip="端にあっても、窓からはみ出しません">
            端のボタン
          </Button>
        </div>
      ),
    },
  ],
}
