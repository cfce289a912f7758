import type { Story } from './story.ts'

const files = import.meta.glob<{ story: Story }>('./stories/*.tsx', { eager: true })

const order = ['押す', '入力', '選ぶ', '開く', '知らせる', '並べる', '見せる', '枠'] as const satisfies Story['group'][]

/** Every story of stories/, by group and name. */
export const storyGroups = order
  .map((group) => ({
    group,
    stories: Object.values(files)
      .map(({ story }) => story)
      .filter((story) => story.group === group)
      .sort((a, b) => a.name.localeCompare(b.name, 'en')),
  }))
  .filter(({ stories }) => stories.length > 0)

/** `DataTable` → `story-data-table`: the id that the browser tests use. */
export const storyId = (name: string): string =>
  `story-${name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/\s+/g, '-')
    .toLowerCase()}`
