import { Alert } from '#ui/alert.tsx'

/**
 * Shows a user who was refused for a while how long to wait, as counted by the server. Nothing for any other refusal.
 */
export const WaitNotice = ({ problem }: { problem: { summary: string; waitSeconds?: number } | undefined }) =>
  problem?.waitSeconds ? (
    <Alert
      tone="akane"
      title={problem.summary}
      countdown={{
        seconds: problem.waitSeconds,
        sentence: (left) => `あと${left}でもう一度お試しいただけます。`,
        ended: 'もう一度お試しください。',
      }}
    />
  ) : null
