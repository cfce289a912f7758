import { skeleton, table } from '#ui/constants.ts'
import { CardSkeleton, ListSkeleton, Loading } from '#ui/skeleton.tsx'
import { TableSkeleton } from '#ui/table-empty.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'Skeleton',
  title: '読みこみ中',
  group: '見せる',
  facts: [`${skeleton.after}ミリ秒たってから`, `表は ${table.skeleton.columns}列 × ${table.skeleton.rows}行`],
  states: [
    {
      title: '読みこみ中のカード',
      view: () => (
        <Loading>
          <CardSkeleton />
        </Loading>
      ),
    },
    {
      title: '読みこみ中の一覧',
      view: () => (
        <Loading>
          <ListSkeleton />
        </Loading>
      ),
    },
    { title: '読みこみ中の表', view: () => <TableSkeleton />, wide: true },
  ],
}
