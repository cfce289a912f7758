import type { OrgStatus } from '#kernel/enums.ts'

/** Why there are no prices and no cart yet, and what to do about it. */
export const awaitingText: Record<OrgStatus, string | null> = {
  draft: 'お店の登録がまだ終わっていません。登録を申しこみ、承認されると、値段を見て注文できます。',
  submitted: 'お店の承認を待っています。承認のあと、値段を見て注文できます（ふつう1営業日）。',
  returned: 'お店の登録に直していただきたいところがあります。直して申しこみ、承認されると、値段を見て注文できます。',
  rejected: 'お店の登録は承認されませんでした。値段を見たり注文したりすることはできません。',
  suspended:
    'お店の利用が止まっています。値段を見たり新しく注文したりすることはできません。これまでに注文した品の受け取りは続けられます。',
  closed: 'お店は閉店の扱いになっています。値段を見たり新しく注文したりすることはできません。',
  approved: null,
}
