import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { DetailsMenu } from '#ui/details-menu.tsx'
import { WishedDayForm } from './wished-day-form.tsx'

type Props = Omit<ComponentProps<typeof WishedDayForm>, 'legend' | 'clears'> & {
  summary: ReactNode
  summaryClassName: string
}

/** Wherever the wished day is shown, it is chosen there: also with an empty cart, and before the script is loaded. */
export default function WishedDayMenu({ summary, summaryClassName, ...form }: Props) {
  return (
    <DetailsMenu className="wished-day" summary={summary} summaryClassName={summaryClassName}>
      <div onClickCapture={closeAfterPress} className="p-2">
        <WishedDayForm {...form} legend="お届けの希望日" clears />
      </div>
    </DetailsMenu>
  )
}

/** A finger or a mouse has chosen. The arrow keys choose, too, on their way to another day: then it stays open. */
function closeAfterPress({ target, currentTarget, detail }: MouseEvent<HTMLElement>) {
  const isChoice = target instanceof Element && target.closest('label:not([data-closed]), button') !== null
  const menu = currentTarget.closest('details')
  if (menu && isChoice && detail > 0) window.setTimeout(() => menu.removeAttribute('open'))
}
