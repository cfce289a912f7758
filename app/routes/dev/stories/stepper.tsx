import { useState } from 'react'
import { parseWholeNumber } from '#kernel/text.ts'
import { longPress } from '#ui/constants.ts'
import { Stepper } from '#ui/stepper.tsx'
import type { Story } from '../story.ts'

function Basket({ from, max }: { from: number; max: number }) {
  const [count, setCount] = useState(from)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const sent = new FormData(
          event.currentTarget,
          event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null,
        )
        setCount(parseWholeNumber(sent.get('qty') ?? sent.get('qty-typed')) ?? count)
      }}
    >
      <Stepper
        label="大根"
        name="qty"
        value={count}
        less={count > 0 ? count - 1 : null}
        more={count < max ? count + 1 : null}
        removes={count === 1}
        range={{ min: 1, max, step: 1 }}
        inputId={`story-stepper-${max}`}
        unit="箱"
      />
      <output className="ms-3">{count === 0 ? 'かごから出ました' : `${count}箱`}</output>
    </form>
  )
}

export const story: Story = {
  name: 'Stepper',
  title: '数量',
  group: '選ぶ',
  facts: [
    `押しつづけると${longPress.after}ミリ秒後から${longPress.every}ミリ秒ごとに進む`,
    '1のとき−はごみ箱になる',
    'スクリプトがなくても送れる',
  ],
  states: [
    { title: '普通', view: () => <Basket from={3} max={99} /> },
    { title: '1のとき', view: () => <Basket from={1} max={12} /> },
    { title: 'いっぱいのとき', view: () => <Basket from={6} max={6} /> },
  ],
}
