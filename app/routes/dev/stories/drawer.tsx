import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { BottomSheet, Drawer } from '#ui/drawer.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Story } from '../story.ts'

const kinds = { Drawer, BottomSheet }

function Opens({ as, label }: { as: keyof typeof kinds; label: string }) {
  const [open, setOpen] = useState(false)
  const Kind = kinds[as]
  const close = () => setOpen(false)
  return (
    <>
      <Button type="button" kind="line" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Kind
        open={open}
        onClose={close}
        title="絞り込み"
        action={
          <Button type="button" onClick={close}>
            この条件で見る
          </Button>
        }
      >
        <fieldset className="grid grid-cols-1">
          <legend className="mb-2 font-bold">産地</legend>
          {['北海道', '千葉県', '長野県', '熊本県'].map((place) => (
            <label key={place} className="flex min-h-11 items-center gap-3">
              <input type="checkbox" name="place" value={place} />
              {place}
            </label>
          ))}
        </fieldset>
        <Notice className="mt-4">長い中身は、下のボタンを残して動きます。</Notice>
      </Kind>
    </>
  )
}

export const story: Story = {
  name: 'Drawer',
  title: '引き出し',
  group: '開く',
  facts: ['電話では下から、PCでは右から', '下へ引いても閉じる（閉じるボタンもある）'],
  states: [
    { title: '引き出し', view: () => <Opens as="Drawer" label="条件を開く" /> },
    { title: '下からのシート', view: () => <Opens as="BottomSheet" label="シートを開く" /> },
  ],
}
