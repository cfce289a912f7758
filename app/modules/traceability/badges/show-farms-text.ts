export type ShowFarmsRefusal = 'no_farm_shown' | 'farm_not_proven' | 'key_reused'

export const showFarmsRefusalText: Record<ShowFarmsRefusal, string> = {
  no_farm_shown: '農園を1つ以上選択してください',
  farm_not_proven: 'この農園は、現在の納品では掲載できません。画面を再読み込みしてください',
  key_reused: '同じ操作が異なる内容で送信されました。画面を再読み込みして、もう一度お試しください',
}
