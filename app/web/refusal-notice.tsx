import { Notice } from '#ui/notice.tsx'
import type { Problem } from './form.ts'

/**
 * Why a form was refused, in one sentence; if the session was over, a link to sign in without losing what was typed.
 */
export const RefusalNotice = ({ problem: { fields, summary, signIn } }: { problem: Problem }) => (
  <Notice tone="akane">
    {Object.values(fields)[0] ?? summary}
    {signIn && (
      <a href={signIn} target="_blank" rel="noopener" className="ms-2 inline-flex min-h-11 items-center underline">
        サインインする<span className="visually-hidden">（新しいタブ）</span>
      </a>
    )}
  </Notice>
)
