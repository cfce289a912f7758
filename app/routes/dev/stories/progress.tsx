import { ProgressBar } from '#ui/progress.tsx'
import { ProgressRing } from '#ui/progress-ring.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'Progress',
  title: '進みぐあい',
  group: '見せる',
  states: [
    {
      title: '進みぐあい',
      view: () => (
        <div className="grid gap-4">
          <ProgressBar label="送料無料まで" told="あと¥2,400" value={5600} max={8000} />
          <ProgressBar label="写真を送信中" />
          <ProgressRing label="箱詰め" value={3} max={8}>
            3/8
          </ProgressRing>
        </div>
      ),
    },
  ],
}
