import QueueStrip from '#ui/device/queue-strip.tsx'
import { useOwner } from '#ui/device/use-owner.ts'
import { OfflineStrip } from '#ui/offline-strip.tsx'

type Props = { offline: string; className: string }

/** Above every page: that the device is offline, and for a signed-in user what is queued on it. */
export default function DeviceStrip(props: Props) {
  const owner = useOwner()
  return owner ? <QueueStrip owner={owner} {...props} /> : <OfflineStrip className={props.className} />
}
