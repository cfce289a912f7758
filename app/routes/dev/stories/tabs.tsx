import { TabLinks } from '#ui/tab-links.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'Tabs',
  title: 'タブ',
  group: '開く',
  facts: ['アドレスのあるタブはリンク', 'スクリプトなしでは全部が並ぶ'],
  states: [
    {
      title: 'ページの中のタブ',
      view: () => (
        <Tabs
          label="商品の説明"
          tabs={[
            { id: 'about', label: '品の説明', panel: <p>朝どりの小松菜です。</p> },
            { id: 'pack', label: '荷姿', panel: <p>2kg箱、束ねずに入れます。</p> },
            { id: 'field', label: '畑', panel: <p>千葉県匝瑳市の露地です。</p> },
          ]}
        />
      ),
    },
    {
      title: 'アドレスのタブ',
      view: () => (
        <TabLinks
          label="見本と診断"
          links={[
            { to: '/test', label: '部品の見本' },
            { to: '/test/check', label: '診断' },
          ]}
        />
      ),
    },
  ],
}
