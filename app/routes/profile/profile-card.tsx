import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'

type Props = { id: string; title: ReactNode; children: ReactNode }

/** One setting that can be viewed, changed and saved by itself. */
export const ProfileCard = ({ id, title, children }: Props) => (
  <Card id={id} lined aria-labelledby={`${id}-title`} className="scroll-mt-24">
    <div className="grid grid-cols-1 gap-4 p-5">
      <h3 id={`${id}-title`} className="text-h4">
        {title}
      </h3>
      {children}
    </div>
  </Card>
)
