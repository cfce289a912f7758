/** The text at the end of the day. */
export const DayDone = () => (
  <>
    <span className="inline-block">本日の作業はすべて完了しました。</span>
    <span className="inline-block">お疲れさまでした。</span>
  </>
)
