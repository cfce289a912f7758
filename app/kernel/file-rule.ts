/** Which files a form accepts. */
export type FileRule = {
  /** As in `accept`: `image/*`, `application/pdf`, `.csv`. */
  accept: readonly string[]
  /** What users call these types: 「写真」「PDF」. */
  kinds: string
  /** Megabytes of one file. */
  maxMegabytes: number
  maxFiles: number
  /** The counter word, 枚 for photos; 個 by default. */
  counter?: string
}

type FileFacts = { name: string; type: string; size: number }

/** The accepted files, and one sentence for each refused one; `already` is the number of earlier files. */
export function sortFiles<File extends FileFacts>(files: readonly File[], rule: FileRule, already = 0) {
  const taken: File[] = []
  const sentences: string[] = []
  for (const file of files) {
    const sentence = sentenceFor(file, rule, already + taken.length)
    if (sentence) sentences.push(sentence)
    else taken.push(file)
  }
  return { taken, sentences }
}

function sentenceFor({ name, type, size }: FileFacts, rule: FileRule, count: number): string | null {
  if (!rule.accept.some((kind) => isOfKind(name, type, kind)))
    return `「${name}」は${rule.kinds}ではありません。${rule.kinds}を選択してください`
  if (size === 0) return `「${name}」は内容が空です。他のファイルを選択してください`
  if (size > rule.maxMegabytes * 1_000_000)
    return `「${name}」は大きすぎます。${rule.maxMegabytes}MB以下のファイルを選択してください`
  if (count >= rule.maxFiles)
    return `「${name}」は追加できません。${rule.maxFiles}${rule.counter ?? '個'}までです。いずれかを削除してください`
  return null
}

function isOfKind(name: string, type: string, kind: string): boolean {
  if (kind.startsWith('.')) return name.toLowerCase().endsWith(kind)
  return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind
}

/** 850KB, 3.2MB */
export const fileSizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))}KB` : `${(bytes / 1_000_000).toFixed(1)}MB`

/** Width and height scaled down so that the longer side is at most `longest`; never enlarged. */
export function shrunkSize(width: number, height: number, longest: number): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
