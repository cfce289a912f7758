import { Alert } from '#ui/alert.tsx'

/** Whoever was refused for a while sees for how long; it is the server that counts. Nothing for any other refusal. */
export const WaitNotice = ({ problem }: { problem: { summary: string; waitSeconds?: number } | undefined }) =>
  problem?.waitSeconds ? (
    <Alert
      tone="akane"
      title={problem.summary}
      countdown={{
        seconds: problem.waitSeconds,
        sentence: (left) => `あと${left}でもう一度試せます。`,
        ended: 'もう一度お試しください。',
      }}
    />
  ) : null
