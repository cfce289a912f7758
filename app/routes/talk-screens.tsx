import { type ComponentProps, Suspense } from 'react'
import type TalkListScreen from '#modules/talk/ui/talk-list-screen.tsx'
import type TalkScreen from '#modules/talk/ui/talk-screen.tsx'
import { lazyScreen } from '#ui/lazy-screen.tsx'
import '#styles/kit/empty-state.css'
import '#styles/kit/talk.css'

// Of both sides; their scripts come with the first talk that somebody opens.
const ListScreen = import.meta.env.SSR
  ? (await import('#modules/talk/ui/talk-list-screen.tsx')).default
  : lazyScreen(() => import('#modules/talk/ui/talk-list-screen.tsx'))
const RoomScreen = import.meta.env.SSR
  ? (await import('#modules/talk/ui/talk-screen.tsx')).default
  : lazyScreen(() => import('#modules/talk/ui/talk-screen.tsx'))

/** Everybody one talks with. */
export const TalkRooms = (props: ComponentProps<typeof TalkListScreen>) => (
  <Suspense>
    <ListScreen {...props} />
  </Suspense>
)

/** What is said with one of them; with another it is another page. */
export const TalkRoom = (props: ComponentProps<typeof TalkScreen>) => (
  <Suspense>
    <RoomScreen key={props.shown.talk.other.id} {...props} />
  </Suspense>
)
