import { Printer } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { tooltip } from '#ui/constants.ts'
import { Tooltip } from '#ui/tooltip.tsx'
import type { Story } from '../story.ts'

const Printing = () => (
  <Tooltip text="荷札をまとめて印刷">
    <button type="button" className="icon-btn" aria-label="印刷">
      <Printer aria-hidden="true" />
    </button>
  </Tooltip>
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
        <Tooltip text="表計算ソフトで開けます">
          <Button type="button" kind="line">
            CSV
          </Button>
        </Tooltip>
      ),
    },
    {
      title: '画面の端',
      view: () => (
        <div className="flex justify-end">
          <Tooltip text="端にあっても、窓からはみ出しません">
            <Button type="button" kind="line">
              端のボタン
            </Button>
          </Tooltip>
        </div>
      ),
    },
  ],
}
