import type { CSSProperties, ReactNode } from 'react'
import { skeleton } from './constants.ts'
import '#styles/kit/skeleton.css'

/** Invisible for the first 300 ms, so that a quick response never flickers. Announces that content is loading. */
export const Loading = ({ children, label = '読み込み中です' }: { children: ReactNode; label?: string }) => (
  <div role="status" aria-busy="true" aria-label={label}>
    <div className="skeleton-wait" style={{ animationDelay: `${skeleton.after}ms` }} aria-hidden="true">
      {children}
    </div>
  </div>
)

type SkeletonProps = {
  shape?: 'text' | 'block' | 'picture' | 'circle'
  width?: CSSProperties['width']
  height?: CSSProperties['height']
}

/** A part that is still loading, in its final shape. Belongs in a Loading. */
export const Skeleton = ({ shape = 'text', width, height }: SkeletonProps) => (
  <span className="skeleton" data-shape={shape} style={{ width, height }} />
)

/** A card with its picture, name, farm and price. */
export const CardSkeleton = () => (
  <div className="card skeleton-card">
    <Skeleton shape="picture" />
    <Skeleton width="70%" />
    <Skeleton width="45%" />
    <Skeleton shape="block" width="6rem" height="1.75rem" />
  </div>
)

/** Rows of a list: a circle and two lines. */
export const ListSkeleton = ({ rows = 3 }: { rows?: number }) => (
  <div className="skeleton-list">
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have no other name
      <div key={row}>
        <Skeleton shape="circle" />
        <div>
          <Skeleton width="60%" />
          <Skeleton width="85%" />
        </div>
      </div>
    ))}
  </div>
)
