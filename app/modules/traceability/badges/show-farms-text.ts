export type ShowFarmsRefusal = 'no_farm_shown' | 'farm_not_proven' | 'key_reused'

export const showFarmsRefusalText: Record<ShowFarmsRefusal, string> = {
  no_farm_shown: '農園を1つ以上えらんでください',
  farm_not_proven: 'この農園は、いまの納品では載せられません。画面を読みなおしてください',
  key_reused: '同じ操作が、ちがう内容で送られました。画面を読みなおして、もう一度お試しください',
}
