/** The package ships no types. Kana is in full width, as 全銀 writes it: large, with － for the long vowel. */
declare module 'zengin-code' {
  type Branch = { code: string; name: string; kana: string }
  const banks: Record<string, Branch & { branches: Record<string, Branch> }>
  export default banks
}
