/** The small round number on a tab or a link, and its meaning for screen readers. */
export const CountMark = ({ count, unit }: { count: number; unit: string }) =>
  count > 0 && (
    <b className="num absolute -top-0.5 -right-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-tag px-1 text-[0.75rem] leading-none text-tag-ink">
      {count > 99 ? '99+' : count}
      <small className="visually-hidden">{unit}</small>
    </b>
  )

/**
 * The number of unread messages. The page renders the initial number; afterwards shell/live-updates.tsx updates these
 * two attributes, on a farmer's tabs as well (ordering/fulfilment/ui/farm-tabs.tsx).
 */
export const UnreadMark = ({ count }: { count: number }) => (
  <b
    className="unread num"
    data-unread={count > 99 ? '99+' : count || ''}
    role="img"
    aria-label={`新しいメッセージ${count}件`}
  />
)
