import { Copy, Trash2 } from 'lucide-react'
import { DetailsMenu } from '#ui/details-menu.tsx'
import { Link } from '#ui/link.tsx'
import { Menu } from '#ui/menu.tsx'
import { showToast } from '#ui/toast-list.ts'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'Menu',
  title: 'メニュー',
  group: '開く',
  facts: ['矢印キーで動き、文字で飛ぶ', '見出しのメニューはスクリプトなしでも開く'],
  states: [
    {
      title: 'PCのメニュー',
      view: () => (
        <Menu
          label="この商品"
          actions={[
            {
              id: 'copy',
              label: '写して作る',
              icon: <Copy aria-hidden="true" />,
              onAction: () => showToast({ text: '写しました。' }),
            },
            { id: 'check', label: '診断を見る', to: '/test/check' },
            { id: 'stop', label: '販売を停止（在庫あり）', disabled: true, onAction: () => {} },
            {
              id: 'remove',
              label: '削除',
              icon: <Trash2 aria-hidden="true" />,
              destructive: true,
              onAction: () => showToast({ text: '消しました。' }),
            },
          ]}
        />
      ),
    },
    {
      title: '見出しのメニュー',
      view: () => (
        <div className="flex justify-end">
          <DetailsMenu summary="灯 料理人さん" summaryClassName="btn" data-kind="line">
            <Link to="/test/check" className="menu-item">
              診断を見る
            </Link>
            <Link to="/" className="menu-item">
              ホーム
            </Link>
          </DetailsMenu>
        </div>
      ),
    },
  ],
}
