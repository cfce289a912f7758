import { RotateCw } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { photoKeyIn, signAddress } from '#kernel/picture-name.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FileField } from '#ui/fields/file-field.tsx'
import type { Problem } from '#web/form.ts'

type Props = {
  /** The name of its picture; null while the crest is shown. */
  logo: string | null
  crest: string
  problem: Problem | undefined
}

const logoRule = {
  accept: ['image/jpeg', 'image/png', 'image/webp'],
  kinds: 'JPEG・PNG・WebPの画像',
  maxMegabytes: 10,
  maxFiles: 1,
} as const

const shownPx = 120

/** The restaurant's logo: on its own pages, in the organisation switch, and on the orders that farms read. */
export function LogoPart({ logo, crest, problem }: Props) {
  const busy = useNavigation().formData?.get('intent') === 'logo'
  const key = logo === null ? null : photoKeyIn(logo)
  return (
    <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      <span className="justify-self-start text-pine">
        <Avatar
          photo={signAddress(logo, shownPx)}
          crest={crest}
          name={logo ? '現在のロゴ' : '現在は紋を表示'}
          size={shownPx}
          look="sign"
        />
      </span>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <p className="text-ink-2">
          {logo
            ? '飲食店の画面と、注文を受ける農園の画面に表示されています。'
            : 'ロゴを登録すると、飲食店の画面と、注文を受ける農園の画面に、紋の代わりに表示されます。'}
        </p>
        {key && (
          <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
            <input type="hidden" name="seen" value={key} />
            <Button kind="line" size="sm" name="intent" value="logo_turn" icon={<RotateCw aria-hidden="true" />}>
              右に回転
            </Button>
            <Confirm
              kind="text"
              name="intent"
              value="logo_remove"
              question="ロゴを削除しますか"
              consequence="削除後は紋を表示します。ロゴは、いつでも登録し直せます。"
              confirm="削除"
            >
              削除<span className="visually-hidden">（ロゴ）</span>
            </Confirm>
          </Form>
        )}
        <Form method="post" encType="multipart/form-data" noValidate className="grid grid-cols-1 gap-4">
          <input type="hidden" name="intent" value="logo" />
          <FileField
            id="account-logo"
            name="logo"
            label={logo ? '別の画像' : 'ロゴの画像'}
            help={`${logoRule.kinds}。正方形に近い画像が適しています`}
            rule={logoRule}
            error={problem?.fields.logo}
          />
          <p>
            <Button busy={busy}>{logo ? 'ロゴを変更' : 'ロゴを登録'}</Button>
          </p>
        </Form>
      </div>
    </div>
  )
}
