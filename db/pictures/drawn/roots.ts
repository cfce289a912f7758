import { across, ball, line, oval, type Shades, shape, times, turned } from './strokes.ts'

const daikon = `
  <defs><linearGradient id="dk1" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff"/>
  <stop offset=".6" stop-color="#F4F2E6"/>
  <stop offset="1" stop-color="#D6D2BA"/>
  </linearGradient>
  <linearGradient id="dk2" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8DBB55"/>
  <stop offset="1" stop-color="#F4F2E6" stop-opacity="0"/>
  </linearGradient>
  </defs>
  <path fill="#2E7D32" d="M60 40C52 22 40 12 26 8c4 10 10 24 28 34z"/>
  <path fill="#43A047" d="M64 40C62 20 56 8 46 2c0 14 2 28 12 40z"/>
  <path fill="#66BB6A" d="M68 40c4-18 2-30-4-38-6 10-8 26-4 38z"/>
  <path fill="#388E3C" d="M70 42c8-16 18-26 34-32-4 14-14 26-30 34z"/>
  <path fill="#7CB342" d="M66 40c8-20 12-28 22-36 2 14-6 30-16 38z"/>
  <path fill="url(#dk1)" d="M44 44c0-8 10-12 20-12s20 4 20 12c0 26-4 52-14 70-3 6-5 11-8 11-2 0-3-6-5-12C49 94 44 70 44 44z"/>
  <path fill="url(#dk2)" d="M44 44c0-8 10-12 20-12s20 4 20 12c0 8 0 14-1 20-14 5-26 5-38 0-1-6-1-12-1-20z"/>
  <path fill="none" stroke="#C9C4A6" stroke-width="1.6" stroke-linecap="round" d="M50 70h9M66 84h9M55 98h7M70 62h8"/>
  <path fill="#fff" opacity=".8" d="M51 50c1-5 4-7 7-7-3 12-2 28 1 46-5-12-8-26-8-39z"/>
`

const kabu = `
  <path fill="#2E7D32" d="M58 50C48 28 34 16 18 12c4 14 16 30 36 42z"/>
  <path fill="#66BB6A" d="M63 48C60 24 54 10 44 2c-2 16 2 34 14 48z"/>
  <path fill="#43A047" d="M66 48c2-22 8-36 20-46 4 16-4 36-14 48z"/>
  <path fill="#388E3C" d="M70 52c10-18 22-28 40-32-4 16-18 30-36 36z"/>
  <radialGradient id="kb" cx=".36" cy=".3" r=".8"><stop offset="0" stop-color="#fff"/>
  <stop offset=".65" stop-color="#F6F3EA"/>
  <stop offset="1" stop-color="#CFC8B2"/>
  </radialGradient>
  <path fill="url(#kb)" d="M22 80c0-22 18-34 42-34s42 12 42 34c0 20-18 32-36 34-2 4-3 10-6 12-3-2-4-8-6-12-18-2-36-14-36-34z"/>
  <path fill="#C5D89B" opacity=".6" d="M46 52c6-5 30-5 36 0-8 5-28 5-36 0z"/>
  <path fill="none" stroke="#D8D1BA" stroke-width="1.6" stroke-linecap="round" d="M40 98c6 4 10 6 16 7M88 98c-4 3-8 5-12 6"/>
`

const negi = `
  <defs><linearGradient id="ng" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2E7D32"/>
  <stop offset=".3" stop-color="#66A84A"/>
  <stop offset=".48" stop-color="#CFE3A8"/>
  <stop offset=".6" stop-color="#fff"/>
  <stop offset="1" stop-color="#F1EEDF"/>
  </linearGradient>
  </defs>
  <g transform="rotate(28 64 64)"><path fill="#1B5E20" d="M58 44C52 26 46 12 36 0c-2 16 4 34 16 50z"/>
  <path fill="#43A047" d="M66 44c2-20 8-32 20-44 2 18-4 34-14 48z"/>
  <path fill="#2E7D32" d="M70 48C78 36 88 26 102 22c-4 14-14 26-28 34z"/>
  <path fill="#66BB6A" d="M60 44C58 26 60 12 64-2c6 14 8 30 6 46z"/>
  <path fill="url(#ng)" d="M52 20c4-3 20-3 24 0 1 30 1 70 0 96-1 5-5 8-12 8s-11-3-12-8c-1-26-1-66 0-96z"/>
  <path stroke="#fff" opacity=".7" stroke-width="3" stroke-linecap="round" d="M57 60v52"/>
  <path stroke="#C9C4A6" stroke-width="1.5" fill="none" d="M69 52v66M63 48v70"/>
  <path stroke="#BFB489" stroke-width="1.6" fill="none" stroke-linecap="round" d="M56 122l-4 8M61 124l-2 9M66 124l1 9M71 122l4 8"/>
  </g>
`

const renkon = `
  <radialGradient id="rk" cx=".38" cy=".32" r=".8"><stop offset="0" stop-color="#FFFDF4"/>
  <stop offset=".75" stop-color="#F3E6CC"/>
  <stop offset="1" stop-color="#D9BF94"/>
  </radialGradient>
  <circle cx="64" cy="64" r="56" fill="#C79A66"/>
  <circle cx="64" cy="63" r="53" fill="url(#rk)"/>
  <g fill="#A97B4A"><ellipse cx="64" cy="34" rx="8" ry="11"/>
  <ellipse cx="64" cy="34" rx="8" ry="11" transform="rotate(51.4 64 64)"/>
  <ellipse cx="64" cy="34" rx="8" ry="11" transform="rotate(102.8 64 64)"/>
  <ellipse cx="64" cy="34" rx="8" ry="11" transform="rotate(154.2 64 64)"/>
  <ellipse cx="64" cy="34" rx="8" ry="11" transform="rotate(205.6 64 64)"/>
  <ellipse cx="64" cy="34" rx="8" ry="11" transform="rotate(257 64 64)"/>
  <ellipse cx="64" cy="34" rx="8" ry="11" transform="rotate(308.4 64 64)"/>
  <circle cx="64" cy="64" r="7"/>
  </g>
  <g fill="#8A6037" opacity=".55"><circle cx="62" cy="62" r="4"/>
  </g>
`

/** ごぼう、長芋: long and straight */
function longRoot([light, middle, dark]: Shades, half: number, mark: string): string {
  const marks = times(13, (i) => {
    const x = 64 + (((i * 37) % 20) / 10 - 1) * half * 0.6
    return `M${x.toFixed(1)} ${10 + i * 8.4}h${(half * 0.45).toFixed(1)}`
  })
  return [
    across('root', [light, middle, dark]),
    shape(
      `M${64 - half} 6q${half} -7 ${half * 2} 0c1 40 0 80 ${-half * 0.7} 116q${-half * 0.3} 4 ${-half * 0.6} 0C${64 - half} 86 ${64 - half - 1} 46 ${64 - half} 6z`,
      'url(#root)',
    ),
    oval(64, 6, half * 0.9, 3.4, light),
    line(marks, mark, 1.4, 'opacity=".7"'),
  ].join('')
}

/** Several long roots side by side. */
function sheaf(body: string): string {
  return (
    turned(-9, `<g transform="translate(-22 0)">${body}</g>`, 64, 120) +
    turned(8, `<g transform="translate(22 0)">${body}</g>`, 64, 120) +
    body
  )
}

const satoimo = [
  ball('satoimo', ['#B08A62', '#7E5C3E', '#4F3826']),
  shape('M64 8c14 6 40 24 42 62 0 34-18 50-42 50S22 104 22 70C24 32 50 14 64 8z', 'url(#satoimo)'),
  line(
    'M46 28c12 6 26 6 36 0M34 46c18 9 44 9 60 0M27 66c22 11 54 11 74 0M27 86c22 10 54 10 74 0M38 106c16 7 36 7 52 0',
    '#3E2A1A',
    2.2,
    'opacity=".55"',
  ),
  line('M58 12l-3-7M66 10l1-7M40 40l-4-2M90 40l4-2M30 76l-5 1M98 78l5 1M44 98l-3 4M86 98l3 4', '#5B4128', 1.8),
].join('')

const wasabi = [
  across('wasabi', ['#B9D38A', '#86AE5A', '#577F3E']),
  line('M60 30C54 18 48 10 40 4M66 28c0-10 2-18 6-26M72 32c6-10 12-16 20-20', '#7CA84E', 5),
  shape(
    'M48 30c8-6 26-6 34 0 6 14 8 30 4 48-2 18-8 34-18 44-4 3-8 2-10-2-8-14-14-28-15-44-1-18 0-34 5-46z',
    'url(#wasabi)',
  ),
  times(7, (i) =>
    line(
      `M${46 - (i % 2) * 2 + i} ${40 + i * 11}q${18 - i} ${i % 2 ? 7 : 4} ${36 - i * 2.6} 0`,
      '#4F7338',
      2,
      'opacity=".6"',
    ),
  ),
  times(9, (i) => oval(50 + ((i * 17) % 28), 44 + i * 7, 2.6, 2, '#D6E6AE', 'opacity=".8"')),
].join('')

/** 紅芯大根: cut through */
const koushinDaikon = [
  ball('core', ['#F27C9E', '#D8346C', '#A51A4E']),
  '<circle cx="64" cy="64" r="56" fill="#A9CB7B"/><circle cx="64" cy="64" r="52" fill="#F3F6E4"/><circle cx="64" cy="64" r="45" fill="url(#core)"/>',
  times(18, (i) => turned(i * 20, line('M64 24v26', '#FBD3DF', 1.6, 'opacity=".55"'))),
].join('')

const kuwai = [
  ball('kuwai', ['#DCE6E0', '#8FAAB2', '#56737F']),
  shape('M58 46C54 28 62 12 84 4c-6 12-8 28-10 44z', '#D9CE8A'),
  '<circle cx="64" cy="80" r="38" fill="url(#kuwai)"/>',
  line('M28 70c22 10 50 10 72 0M28 92c22 10 50 10 72 0', '#E8E2BE', 2.4, 'opacity=".8"'),
].join('')

export const drawnRoots = {
  daikon,
  kabu,
  negi,
  renkon,
  burdock: sheaf(longRoot(['#A98863', '#7A5C40', '#4C3726'], 6, '#3E2A1A')),
  nagaimo: longRoot(['#F6E9CC', '#E0C899', '#B4935F'], 15, '#9C7B4A'),
  satoimo,
  wasabi,
  koushinDaikon,
  kuwai,
} satisfies Record<string, string>
