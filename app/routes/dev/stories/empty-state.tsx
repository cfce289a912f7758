import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'EmptyState',
  title: '何もないとき',
  group: '見せる',
  facts: ['畝と、一文と、することひとつ'],
  states: [
    {
      title: '何もないとき',
      view: () => (
        <EmptyState action={<ButtonLink to="/restaurant/products">農園を見る</ButtonLink>}>
          気になる農園にハートを
        </EmptyState>
      ),
    },
  ],
}
