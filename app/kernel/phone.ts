import { ok, type Result, refuse } from './result.ts'

/** `+81312345678`: the stored form of a number. Show it with `phoneText`. */
export type Phone = string & { readonly __unit: 'phone' }

export type PhoneRefusal = 'empty' | 'not_a_number' | 'wrong_length' | 'not_reachable'

/**
 * A Japanese number as users type it: full-width, with hyphens, brackets, spaces or +81. Checks the format only;
 * whether such a number can exist is checked with the library on the server (phone-check.server.ts).
 */
export function readPhone(typed: string): Result<Phone, PhoneRefusal> {
  const digits = typed
    .normalize('NFKC')
    .replace(/[\s\-‐‑–—―−ー()・.]/g, '')
    .replace(/^\+81\(?0?/, '0')
  if (digits === '') return refuse('empty')
  if (!/^\d+$/.test(digits)) return refuse('not_a_number')
  if (!hasLengthOf(digits)) return refuse('wrong_length')
  if (/^020/.test(digits)) return refuse('not_reachable')
  return ok(`+81${digits.slice(1)}` as Phone)
}

/** 0800 and the mobile, IP and pager ranges have eleven digits, all others ten. */
const hasLengthOf = (digits: string) =>
  /^0[1-9]/.test(digits) && digits.length === (/^0(800|[25-9]0)/.test(digits) ? 11 : 10)

/** 03-1234-5678, 090-1234-5678, 0120-123-456: the hyphens where Japanese readers expect them. */
export function phoneText(phone: Phone): string {
  const digits = `0${phone.slice(3)}`
  const [area, middle] = partsOf(digits)
  return [digits.slice(0, area), digits.slice(area, area + middle), digits.slice(area + middle)].join('-')
}

function partsOf(digits: string): [area: number, middle: number] {
  if (digits.startsWith('0800')) return [4, 3]
  if (digits.length === 11) return [3, 4]
  if (/^0(120|570|990)/.test(digits)) return [4, 3]
  const area = areaLength(digits)
  return [area, 6 - area]
}

/** The length of the area code (市外局番) with its 0: the longest prefix in the table decides. */
function areaLength(digits: string): number {
  for (let length = 5; length > 0; length--) {
    const known = lengthOf.get(digits.slice(1, 1 + length))
    if (known) return known
  }
  return 4
}

// biome-ignore format: beginnings of numbers without their 0; all others have area codes of four digits
const beginnings: Record<2 | 3 | 4 | 5, string> = {
  2: '3 420 429 4700 4701 4709 471 6',
  3: '11 1540 1541 1548 1550 1551 1557 177 188 196 199 221 222 223 227 230 231 232 236 239 245 249 2500 2501 251 252 253 2540 2541 255 2560 2561 257 2580 2581 25917 25999 262 264 271 272 273 275 2780 2781 2788 2789 281 2830 2831 2833 2834 286 289 290 2917 292 293 298 4 4220 4221 4291 4297 4298 462 464 468 4750 4751 4759 4790 4791 4799 52 530 534 535 539 54 552 559 580 582 583 588 589 590 591 592 593 5980 5981 5989 5990 5991 5999 60 72 734 75 760 762 764 769 775 777 78 792 793 794 7950 7951 7955 7956 7959 7960 7961 7966 7967 821 822 8240 8241 8242 8243 8249 825 828 8290 8291 8292 82941 82942 82943 8296 8299 832 8360 8370 8371 83766 83767 83768 8377 8378 8379 8380 8381 839 83960 83961 83963 83966 849 8510 8511 860 861 862 8636 864 865 86552 86553 8660 8661 86691 86697 86698 86722 86723 86724 86726 86728 86737 86738 8680 8681 8689 8690 8691 8694 8695 8699 87 886 888 890 891 899 92 93 941 945 951 953 958 961 962 963 971 975 976 981 988 989 991 992 99331 99343 99345 99347 9940 9941 9947 9948 998 999',
  4: '10683 2232 2233 2557 2558 2572 2573 2574 2642 2643 2644 2645 2896 2897 2898 2899 2932 2933 2934 422 4282 4283 4287 4288 4289 436 438 439 46 470 475 476 478 479 480 493 494 495 53960 53961 53962 53963 53974 53977 5399 544 545 547 548 59790 59791 59797 59798 721 725 7946 7947 7948 82920 86360 86361 86366 8654 8655 8656 8657 86992 86993 875 877 879 920 930',
  5: '10470 1267 1372 1374 1377 1392 1397 1398 1456 1457 1466 1547 1558 1564 1586 1587 1632 1634 1635 1648 1654 1655 1656 1658 4992 4994 4996 4998 5769 5979 7468 8387 8388 8389 8396 8477 851 9802 9912 9913 9969',
}

const lengthOf = new Map(
  ([2, 3, 4, 5] as const).flatMap((length) =>
    beginnings[length].split(' ').map((beginning) => [beginning, length] as const),
  ),
)

const sentences: Record<PhoneRefusal, string> = {
  empty: '電話番号が入力されていません。つながる番号を入力してください（例 03-1234-5678）',
  not_a_number: '電話番号に使用できない文字があります。数字で入力してください（例 03-1234-5678）',
  wrong_length: '桁数が違います。市外局番から入力してください（例 03-1234-5678）',
  not_reachable: 'この番号には電話がつながりません。他の番号を入力してください（例 090-1234-5678）',
}

export const phoneRefusalText = (refusal: PhoneRefusal): string => sentences[refusal]
