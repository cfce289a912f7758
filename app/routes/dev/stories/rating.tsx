import { Rating, RatingInput } from '#ui/rating.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'Rating',
  title: '評価',
  group: '見せる',
  facts: ['5点まで', '入力はラジオボタン'],
  states: [
    {
      title: '評価',
      view: () => (
        <div className="grid gap-3">
          <Rating value={4.6} count={128} />
          <Rating value={2} />
          <RatingInput legend="品質はいかがでしたか" name="stars" defaultValue={4} />
        </div>
      ),
    },
  ],
}
