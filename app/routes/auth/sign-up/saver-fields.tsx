import { useState } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

export type SaverFacts = { version: number; tab: string }

/**
 * The version that this window has seen, and its own name: it is told when another window has saved a newer version.
 */
export function SaverFields({ saver, typed }: { saver: SaverFacts; typed: Record<string, string> | undefined }) {
  const [seen] = useState({ version: typed?.version ?? saver.version, tab: typed?.tab ?? saver.tab })
  return (
    <>
      <input type="hidden" name="version" value={seen.version} />
      <input type="hidden" name="tab" value={seen.tab} />
    </>
  )
}

/** Another window was quicker: nothing is overwritten, and the newer text is one press away. */
export const ChangedElsewhere = ({ sentence, to }: { sentence: string; to: string }) => (
  <div className="grid grid-cols-1 gap-3">
    <Notice tone="akane">{sentence}</Notice>
    <ButtonLink kind="line" to={to} reloadDocument className="justify-self-start">
      新しい内容を開く
    </ButtonLink>
  </div>
)
