import { Breadcrumb } from '#ui/breadcrumb.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'Breadcrumb',
  title: 'パンくず',
  group: '見せる',
  states: [
    {
      title: 'パンくず',
      view: () => (
        <Breadcrumb
          crumbs={[
            { label: 'ホーム', to: '/' },
            { label: '根菜', to: '/restaurant/products?category=root' },
            { label: '紅まさり' },
          ]}
        />
      ),
    },
  ],
}
