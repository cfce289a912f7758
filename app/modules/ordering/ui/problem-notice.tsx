import { Notice } from '#ui/notice.tsx'

export type ProblemSaid = { summary: string; signIn?: string | undefined }

/** Why a form was refused. If the session has ended, a link to sign in, in addition to the page with what was typed. */
export const ProblemNotice = ({ problem }: { problem: ProblemSaid }) => (
  <Notice tone="akane">
    <p>{problem.summary}</p>
    {problem.signIn && (
      <a
        href={problem.signIn}
        target="_blank"
        rel="noreferrer"
        className="prose-link inline-flex min-h-11 items-center"
      >
        サインイン画面を開く
      </a>
    )}
  </Notice>
)
