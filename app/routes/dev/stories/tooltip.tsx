import { Printer } from 'lucide-react'
import { tooltip } from '#ui/constants.ts'
import { Explained } from '#ui/explained.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { Story } from '../story.ts'

const Printing = () => (
  <IconButton label="荷札をまとめて印刷">
    <Printer aria-hidden="true" />
  </IconButton>
)

export const story: Story = {
  name: 'Tooltip',
  title: 'ツールチップ',
  group: '知らせる',
  facts: [
    `${tooltip.delay}ミリ秒で出る`,
    `窓の端から${tooltip.boundaryPadding}px`,
    '指では出ないので、必要なことは書かない',
    '部品ではなく、画面にひとつ。絵だけの操作と略語に、ひとりでに付く',
  ],
  states: [
    { title: '絵のボタン', view: Printing },
    { title: '略語', view: () => <Explained>有機JAS</Explained> },
    {
      title: '画面の端',
      view: () => (
        <div className="flex justify-end">
          <IconButton label="端にあっても、窓からはみ出しません">
            <Printer aria-hidden="true" />
          </IconButton>
        </div>
      ),
    },
  ],
}
