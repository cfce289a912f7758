import { Laptop, Plug, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatMoment } from '#kernel/format.ts'
import { type KeyCounts, keysText, noKeys } from '#modules/identity/access-keys.ts'
import { deviceWord } from '#modules/identity/device-word.ts'
import type { OwnDevice } from '#modules/identity/own-account.server.ts'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import type { Problem } from '#web/form.ts'
import { ProfileCard } from './profile-card.tsx'
import { fieldId, ProfileForm } from './profile-form.tsx'
import { KeyBoxes } from './security/key-boxes.tsx'

/** The user's sessions; a lost device is signed out from here. */
type Props = {
  devices: readonly OwnDevice[]
  /** null: for staff who view the account. */
  keys: KeyCounts | null
  fresh: boolean
  problem: Problem | undefined
}

export function DevicesCard({ devices, keys, fresh, problem }: Props) {
  const { state, formData } = useNavigation()
  const sent = state === 'idle' ? null : formData
  return (
    <ProfileCard id="devices" title={<Head as="span">サインイン中の端末</Head>}>
      <ul className="grid grid-cols-1">
        {devices.map((device) => (
          <li
            key={device.key}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-t border-line py-3 first:border-t-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
          >
            <DeviceIcon device={device} />
            <Device device={device} />
            {!device.isThis && (
              <Form method="post" action="/profile" className="max-sm:col-start-2">
                <input type="hidden" name="intent" value="device" />
                <input type="hidden" name="device" value={device.key} />
                <Button kind="line" busy={sent?.get('device') === device.key}>
                  サインアウト<span className="visually-hidden">する：{wordFor(device)}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {(devices.some(({ isThis }) => !isThis) || (keys && keysText(keys))) && (
        <SignOutEverywhere keys={keys ?? noKeys} fresh={fresh} problem={problem} />
      )}
    </ProfileCard>
  )
}

/** Ending passkeys needs the password, so it is asked for as long as their box is ticked. */
function SignOutEverywhere({ keys, fresh, problem }: Omit<Props, 'devices' | 'keys'> & { keys: KeyCounts }) {
  const [withPasskeys, setWithPasskeys] = useState(keys.passkeys > 0)
  return (
    <ProfileForm intent="devices" problem={problem} button="他の端末をすべてサインアウトする" kind="danger">
      <KeyBoxes intent="devices" counts={keys} problem={problem} onPasskeys={setWithPasskeys} />
      {withPasskeys && <ProofField id={fieldId('devices', 'currentPassword')} fresh={fresh} problem={problem} />}
    </ProfileForm>
  )
}

const wordFor = ({ channel, userAgent }: OwnDevice) => (channel === 'bearer' ? 'アプリとの連携' : deviceWord(userAgent))

function DeviceIcon({ device }: { device: OwnDevice }) {
  const word = wordFor(device)
  const Icon = device.channel === 'bearer' ? Plug : /スマートフォン|タブレット|^iP/.test(word) ? Smartphone : Laptop
  return <Icon aria-hidden="true" className="text-pine" />
}

const Device = ({ device }: { device: OwnDevice }) => (
  <div className="min-w-0">
    <p className="flex flex-wrap items-center gap-2 font-bold">
      {wordFor(device)}
      {device.isThis && <Badge tone="matcha">この端末</Badge>}
    </p>
    <p className="text-sub text-ink-2 wrap-anywhere">
      最終使用 {formatMoment(device.seenAt)}、サインイン {formatMoment(device.signedInAt)}
      {device.ip && `（${device.ip}）`}
    </p>
  </div>
)
