import type { Check } from '#modules/admin/check-installation.server.ts'

/** What a phone or a PC needs for this site. Each check runs by itself; none asks for a permission. */
export const deviceChecks: readonly (() => Promise<Check> | Check)[] = [
  browser,
  textSize,
  touch,
  keeps,
  fonts,
  speed,
  camera,
  notifications,
]

function browser(): Check {
  const able = CSS.supports('color', 'light-dark(#000, #fff)') && 'startViewTransition' in document
  return {
    name: 'ブラウザー',
    ok: able,
    fact: `${navigator.userAgent.match(/(Edg|Chrome|Firefox|Version)\/\d+/)?.[0].replace('Version', 'Safari') ?? '不明'}・${window.innerWidth}×${window.innerHeight}`,
    ...(!able && { advice: 'ブラウザーを新しくしてください。古いままでも使えますが、動きや色の一部が省かれます。' }),
  }
}

function textSize(): Check {
  const px = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return {
    name: '文字の大きさ',
    ok: px >= 16,
    fact: `${px}px`,
    ...(px < 16 && { advice: '画面の設定で、文字の大きさを「標準」以上にしてください。' }),
  }
}

function touch(): Check {
  const fingers = navigator.maxTouchPoints
  return { name: 'さわって使う', ok: true, fact: fingers > 0 ? `指${fingers}本まで` : 'マウスとキーボード' }
}

function keeps(): Check {
  try {
    localStorage.setItem('check', '1')
    localStorage.removeItem('check')
    return { name: '書きかけを残す', ok: true, fact: 'この端末に残せます' }
  } catch {
    return {
      name: '書きかけを残す',
      ok: false,
      fact: '残せません',
      advice: 'プライベートブラウズをやめるか、サイトのデータを許してください。',
    }
  }
}

async function fonts(): Promise<Check> {
  const files = ['seed-num.woff2', 'seed-heading.woff2']
  const loaded = await Promise.all([
    document.fonts.load('800 16px "Hako Num"', '¥1,234'),
    document.fonts.load('800 16px "Hako Head"', '注文'),
  ])
  const missing = files.filter((_, i) => loaded[i]?.length === 0)
  return {
    name: '見出しと数字の書体',
    ok: missing.length === 0,
    fact: missing.length === 0 ? '2つとも届きました' : `届かない：${missing.join('、')}`,
    ...(missing.length > 0 && { advice: '通信の量をおさえる設定のときは届きません。読むのに困りはありません。' }),
  }
}

/** Milliseconds for one small response, the best of three: the minimum for connection and server. */
async function speed(): Promise<Check> {
  const times: number[] = []
  for (let i = 0; i < 3; i += 1) {
    const begun = performance.now()
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
    if (answer?.ok) times.push(performance.now() - begun)
  }
  const best = Math.round(Math.min(...times))
  if (times.length === 0)
    return { name: '通信', ok: false, fact: 'つながりません', advice: '電波のよいところで、もう一度試してください。' }
  return {
    name: '通信',
    ok: best < 1500,
    fact: `往復 ${best}ミリ秒`,
    ...(best >= 1500 && { advice: '電波が弱いようです。' }),
  }
}

async function camera(): Promise<Check> {
  const devices = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? []
  const has = devices.some(({ kind }) => kind === 'videoinput')
  return { name: 'カメラ', ok: true, fact: has ? 'あります' : 'ありません（写真はファイルから選べます）' }
}

function notifications(): Check {
  const allowed = 'Notification' in window ? Notification.permission : 'denied'
  return { name: 'お知らせ', ok: true, fact: allowed === 'granted' ? '許されています' : 'この端末では鳴らしません' }
}
