import { Pagination } from '#ui/pagination.tsx'
import type { Story } from '../story.ts'

const Pages = ({ page, pages }: { page: number; pages: number }) => (
  <Pagination
    page={page}
    pages={pages}
    to={(each) => `?only=Pagination&page=${each}`}
    label={`ページ（${page}／${pages}）`}
  />
)

export const story: Story = {
  name: 'Pagination',
  title: 'ページ送り',
  group: '並べる',
  states: [
    { title: '最初のページ', view: () => <Pages page={1} pages={3} /> },
    { title: '途中のページ', view: () => <Pages page={5} pages={11} /> },
  ],
}
