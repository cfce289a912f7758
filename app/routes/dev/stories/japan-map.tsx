import { prefectures } from '#kernel/place.ts'
import { JapanMap } from '#ui/japan-map.tsx'
import type { Story } from '../story.ts'

const places = (count: (index: number) => number) =>
  prefectures.map(({ code, shortName }, index) => ({ code, shortName, count: count(index), href: '#japan-map' }))

export const story: Story = {
  name: 'JapanMap',
  title: '産地の地図',
  group: '見せる',
  facts: [
    '都道府県ごとに箱ひとつ、14列13行',
    '箱の幅が30rem より狭いときは数だけ',
    '読み上げとキーボードには、となりの一覧を使う',
  ],
  states: [
    {
      title: 'ところどころ',
      view: () => <JapanMap places={places((index) => (index % 3 === 0 ? index : 0))} />,
      wide: true,
    },
    {
      title: 'せまいところ',
      view: () => (
        <div className="w-72">
          <JapanMap places={places((index) => (index * 7) % 120)} />
        </div>
      ),
    },
  ],
}
