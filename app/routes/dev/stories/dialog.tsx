import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import type { Story } from '../story.ts'

function WithField() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button type="button" kind="line" onClick={() => setOpen(true)}>
        メモを書く
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title="申込者へのメモ"
        consequence="1名の申込者に、この文をメールで送ります。"
        actions={
          <>
            <Button type="button" kind="line" data-safe onClick={close}>
              戻る
            </Button>
            <Button type="button" onClick={close}>
              送信
            </Button>
          </>
        }
      >
        <TextField label="メモ" name="memo" />
        <Confirm
          type="button"
          question="下書きを消しますか"
          consequence="書きかけの文が消えます。"
          confirm="削除"
          onConfirm={close}
        >
          下書きを消す
        </Confirm>
      </Dialog>
    </>
  )
}

export const story: Story = {
  name: 'Dialog',
  title: '対話の窓',
  group: '開く',
  facts: ['開くと最初の欄へ', '何か書いたあとは、Escと外側では閉じない', '窓の上に窓は開かない（中の確認はその場で）'],
  states: [{ title: '欄のある窓', view: WithField }],
}
