import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast'
import { toast as numbers } from './constants.ts'
import { IconButton } from './icon-button.tsx'
import { toneIcons } from './notice.tsx'
import { ReactAria } from './react-aria.tsx'
import { hidesAfter, type Toast, toastList } from './toast-list.ts'

const queue = new ToastQueue<Toast>({ maxVisibleToasts: numbers.atMost })

function takeOver() {
  for (const toast of toastList.take()) {
    const timeout = hidesAfter(toast)
    queue.add(toast, timeout ? { timeout } : {})
  }
}

/**
 * At the top right, on a phone under the bar: at most three, the newest first; a fourth hides the oldest until there is
 * room again. Time is paused while the user reads (pointer or focus), and while the tab is hidden.
 */
export default function Toasts() {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    takeOver()
    return toastList.watch(takeOver)
  }, [])
  useEffect(() => {
    const pauseWhileHidden = () => {
      if (document.hidden) queue.pauseAll()
      else if (!region.current?.matches(':hover, :focus-within')) queue.resumeAll()
    }
    document.addEventListener('visibilitychange', pauseWhileHidden)
    return () => document.removeEventListener('visibilitychange', pauseWhileHidden)
  }, [])
  return (
    <ReactAria>
      <ToastRegion queue={queue} ref={region} className="toasts">
        {({ toast }) => {
          const { text, tone = 'matcha', action } = toast.content
          const Icon = toneIcons[tone]
          const close = () => queue.close(toast.key)
          return (
            <AriaToast toast={toast} aria-label={text} className="toast" data-tone={tone}>
              <Icon aria-hidden="true" />
              <ToastContent role="status" className="toast-text">
                {text}
              </ToastContent>
              {action && (
                <button
                  type="button"
                  className="toast-action"
                  onClick={() => {
                    action.onPress()
                    close()
                  }}
                >
                  {action.label}
                </button>
              )}
              <IconButton label="閉じる" onClick={close}>
                <X aria-hidden="true" />
              </IconButton>
            </AriaToast>
          )
        }}
      </ToastRegion>
    </ReactAria>
  )
}
