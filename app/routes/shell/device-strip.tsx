import QueueStrip from '#ui/device/queue-strip.tsx'
import { useOwner } from '#ui/device/use-owner.ts'
import { OfflineStrip } from '#ui/offline-strip.tsx'

type Props = { offline: string; className: string }

/** Above every page: that there is no signal, and for whoever is signed in what waits on the device. */
export default function DeviceStrip(props: Props) {
  const owner = useOwner()
  return owner ? <QueueStrip owner={owner} {...props} /> : <OfflineStrip className={props.className} />
}
