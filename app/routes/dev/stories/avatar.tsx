import { Avatar } from '#ui/avatar.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'Avatar',
  title: '顔と屋号',
  group: '見せる',
  facts: ['写真がなければ屋号'],
  states: [
    {
      title: '顔と屋号',
      view: () => (
        <div className="flex flex-wrap items-center gap-3">
          <Avatar photo="/pictures/home-autumn-day-960.webp" crest="佐" name="佐藤農園" size={56} />
          <Avatar crest="佐" name="佐藤農園" category="leaf" size={56} />
          <Avatar crest="磯" name="鮨処 いそべ" />
        </div>
      ),
    },
  ],
}
