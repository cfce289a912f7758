import { toKatakana } from '#kernel/kana.ts'

/**
 * Kana in Latin letters, revised Hepburn with macrons, for guests who read no Japanese: サトウノウエン is Satōnōen. Long
 * vowels are derived from the kana alone, as a reading contains nothing else; other characters stay unchanged.
 */
export function romajiOf(kana: string): string {
  const text = toKatakana(kana)
  let latin = ''
  for (let at = 0; at < text.length; ) {
    const pair = sounds[text.slice(at, at + 2)]
    const one = text[at] ?? ''
    if (pair !== undefined) {
      latin += pair
      at += 2
      continue
    }
    latin += one === 'ッ' ? doubled(text, at + 1) : one === 'ー' ? 'ー' : (sounds[one] ?? one)
    at += 1
  }
  return latin
    .replace(/(?:[aiueo]ー|ou|oo|uu)/g, (long) => macrons[long[0] ?? ''] ?? long)
    .replaceAll('ー', '')
    .replace(/[　・＝]+/g, ' ')
    .trim()
    .replace(/(^|\s)\p{Ll}/gu, (first) => first.toUpperCase())
}

const macrons: Readonly<Record<string, string>> = { a: 'ā', i: 'ī', u: 'ū', e: 'ē', o: 'ō' }

/** The small ッ doubles what follows; before チ it is a t. */
function doubled(text: string, at: number): string {
  const next = sounds[text.slice(at, at + 2)] ?? sounds[text[at] ?? ''] ?? ''
  return next.startsWith('ch') ? 't' : /^[bcdfghjkmprstwyz]/.test(next) ? (next[0] ?? '') : ''
}

// biome-ignore format: the table of sounds, a row to a line
const sounds: Readonly<Record<string, string>> = {
  ア: 'a', イ: 'i', ウ: 'u', エ: 'e', オ: 'o',
  カ: 'ka', キ: 'ki', ク: 'ku', ケ: 'ke', コ: 'ko', ガ: 'ga', ギ: 'gi', グ: 'gu', ゲ: 'ge', ゴ: 'go',
  サ: 'sa', シ: 'shi', ス: 'su', セ: 'se', ソ: 'so', ザ: 'za', ジ: 'ji', ズ: 'zu', ゼ: 'ze', ゾ: 'zo',
  タ: 'ta', チ: 'chi', ツ: 'tsu', テ: 'te', ト: 'to', ダ: 'da', ヂ: 'ji', ヅ: 'zu', デ: 'de', ド: 'do',
  ナ: 'na', ニ: 'ni', ヌ: 'nu', ネ: 'ne', ノ: 'no',
  ハ: 'ha', ヒ: 'hi', フ: 'fu', ヘ: 'he', ホ: 'ho', バ: 'ba', ビ: 'bi', ブ: 'bu', ベ: 'be', ボ: 'bo',
  パ: 'pa', ピ: 'pi', プ: 'pu', ペ: 'pe', ポ: 'po',
  マ: 'ma', ミ: 'mi', ム: 'mu', メ: 'me', モ: 'mo', ヤ: 'ya', ユ: 'yu', ヨ: 'yo',
  ラ: 'ra', リ: 'ri', ル: 'ru', レ: 're', ロ: 'ro', ワ: 'wa', ヰ: 'i', ヱ: 'e', ヲ: 'o', ン: 'n', ヴ: 'vu',
  ァ: 'a', ィ: 'i', ゥ: 'u', ェ: 'e', ォ: 'o', ャ: 'ya', ュ: 'yu', ョ: 'yo', ヮ: 'wa', ヵ: 'ka', ヶ: 'ke',
  キャ: 'kya', キュ: 'kyu', キョ: 'kyo', ギャ: 'gya', ギュ: 'gyu', ギョ: 'gyo',
  シャ: 'sha', シュ: 'shu', ショ: 'sho', シェ: 'she', ジャ: 'ja', ジュ: 'ju', ジョ: 'jo', ジェ: 'je',
  チャ: 'cha', チュ: 'chu', チョ: 'cho', チェ: 'che', ニャ: 'nya', ニュ: 'nyu', ニョ: 'nyo',
  ヒャ: 'hya', ヒュ: 'hyu', ヒョ: 'hyo', ビャ: 'bya', ビュ: 'byu', ビョ: 'byo', ピャ: 'pya', ピュ: 'pyu', ピョ: 'pyo',
  ミャ: 'mya', ミュ: 'myu', ミョ: 'myo', リャ: 'rya', リュ: 'ryu', リョ: 'ryo',
  ファ: 'fa', フィ: 'fi', フェ: 'fe', フォ: 'fo', ティ: 'ti', ディ: 'di', トゥ: 'tu', ドゥ: 'du', デュ: 'dyu',
  ウィ: 'wi', ウェ: 'we', ウォ: 'wo', ヴァ: 'va', ヴィ: 'vi', ヴェ: 've', ヴォ: 'vo',
}
