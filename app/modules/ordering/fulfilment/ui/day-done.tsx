/** The text at the end of the day. */
export const DayDone = () => (
  <>
    <span className="inline-block">きょうの分、おわりました。</span>
    <span className="inline-block">おつかれさまでした。</span>
  </>
)
