/** How many boxes, on the yellow of the market card. */
export function BoxCount({ count }: { count: number }) {
  return (
    <p className="shrink-0 rounded-tag bg-tag px-2 py-0.5 whitespace-nowrap text-tag-ink shadow-[inset_0_-3px_0_rgb(0_0_0/.15)]">
      <span className="num text-h2 leading-tight">{count}</span>
      <span className="ms-1 font-bold">個口</span>
    </p>
  )
}
