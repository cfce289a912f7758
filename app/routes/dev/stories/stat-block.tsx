import { StatBlock } from '#ui/stat-block.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'StatBlock',
  title: 'ひとつの数字',
  group: '見せる',
  states: [
    {
      title: 'ひとつの数字',
      view: () => (
        <div className="flex flex-wrap gap-4">
          <StatBlock label="きょうの注文" value="38" unit="件" note="きのうより 5件多い" />
          <StatBlock label="承認待ち" value="7" unit="件" to="/test?only=Display" />
        </div>
      ),
    },
  ],
}
