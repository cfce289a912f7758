import { useSearchParams } from 'react-router'
import { LoadMore } from '#ui/load-more.tsx'
import type { Story } from '../story.ts'

const total = 50

function Growing() {
  const [search] = useSearchParams()
  const shown = Math.min(total, Math.max(20, Number(search.get('shown')) || 0))
  return (
    <div className="grid gap-3">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by key */}
      <ol className="max-h-40 overflow-y-auto" aria-label="見本の品" tabIndex={0}>
        {Array.from({ length: shown }, (_, index) => index + 1).map((each) => (
          <li key={each} id={`sample-${each}`}>
            {each}番めの品
          </li>
        ))}
      </ol>
      <LoadMore
        shown={shown}
        total={total}
        to={shown < total ? `?only=LoadMore&shown=${Math.min(total, shown + 20)}` : null}
        hash={`sample-${shown + 1}`}
      />
    </div>
  )
}

export const story: Story = {
  name: 'LoadMore',
  title: 'もっと見る',
  group: '並べる',
  facts: ['いくつ来たかを読みあげる', '場所はアドレスに残る'],
  states: [{ title: '50件のうち', view: () => <Growing /> }],
}
