/** An abbreviation; its words are in a tooltip, for the keyboard too, and are read aloud. */
export const Abbr = ({ short, words }: { short: string; words: string }) => (
  <abbr data-tip={words} tabIndex={0} className="underline decoration-dotted underline-offset-4">
    {short}
    <span className="visually-hidden">（{words}）</span>
  </abbr>
)
