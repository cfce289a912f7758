import type { Random } from './random.ts'

/** An invented registration number (登録番号) of the right shape; nobody's, but its check digit is right. */
export function registrationNumber(random: Random): string {
  const base = String(random.int(100_000, 999_999)) + String(random.int(100_000, 999_999))
  return `T${checkDigit(base)}${base}`
}

/** 9 − (Σ Pn × Qn mod 9), n from the right, Q = 1, 2, 1, 2 … Source: 法人番号の指定に関する省令. */
export function checkDigit(base: string): number {
  const sum = [...base].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 2), 0)
  return 9 - (sum % 9)
}
