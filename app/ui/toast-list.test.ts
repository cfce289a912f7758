import { expect, test } from 'vitest'
import { hidesAfter, showToast, toastList } from './toast-list.ts'

test.each([
  [{}, 5000],
  [{ hideAfter: 8000 }, 8000],
  [{ hideAfter: 1000 }, 1000],
  [{ hideAfter: 999 }, 1000],
  [{ hideAfter: -1 }, 1000],
  [{ tone: 'matcha' }, 5000],
  [{ tone: 'akane' }, undefined],
  [{ tone: 'akane', hideAfter: 2000 }, undefined],
] as const)('%j hides after %s ms', (toast, after) => {
  expect(hidesAfter({ text: '保存しました', ...toast })).toBe(after)
})

test('toasts added before the list is mounted wait, in order, and are shown once', () => {
  let told = 0
  const stop = toastList.watch(() => told++)
  showToast({ text: '一' })
  showToast({ text: '二' })
  expect(told).toBe(2)
  expect(toastList.take().map(({ text }) => text)).toEqual(['一', '二'])
  expect(toastList.take()).toEqual([])
  stop()
})
