import { type PrefCode, prefectureOf } from '#kernel/place.ts'
import type { GuestLanguage } from './language.ts'

type Foreign = Exclude<GuestLanguage, 'ja'>

/** By JIS X 0401, as the prefectures themselves write their names for foreign visitors. */
// biome-ignore format: a prefecture to a line
const names: Readonly<Record<PrefCode, readonly [en: string, zhHant: string, ko: string]>> = {
  '01': ['Hokkaido', '北海道', '홋카이도'],
  '02': ['Aomori', '青森縣', '아오모리현'],
  '03': ['Iwate', '岩手縣', '이와테현'],
  '04': ['Miyagi', '宮城縣', '미야기현'],
  '05': ['Akita', '秋田縣', '아키타현'],
  '06': ['Yamagata', '山形縣', '야마가타현'],
  '07': ['Fukushima', '福島縣', '후쿠시마현'],
  '08': ['Ibaraki', '茨城縣', '이바라키현'],
  '09': ['Tochigi', '栃木縣', '도치기현'],
  '10': ['Gunma', '群馬縣', '군마현'],
  '11': ['Saitama', '埼玉縣', '사이타마현'],
  '12': ['Chiba', '千葉縣', '지바현'],
  '13': ['Tokyo', '東京都', '도쿄도'],
  '14': ['Kanagawa', '神奈川縣', '가나가와현'],
  '15': ['Niigata', '新潟縣', '니가타현'],
  '16': ['Toyama', '富山縣', '도야마현'],
  '17': ['Ishikawa', '石川縣', '이시카와현'],
  '18': ['Fukui', '福井縣', '후쿠이현'],
  '19': ['Yamanashi', '山梨縣', '야마나시현'],
  '20': ['Nagano', '長野縣', '나가노현'],
  '21': ['Gifu', '岐阜縣', '기후현'],
  '22': ['Shizuoka', '靜岡縣', '시즈오카현'],
  '23': ['Aichi', '愛知縣', '아이치현'],
  '24': ['Mie', '三重縣', '미에현'],
  '25': ['Shiga', '滋賀縣', '시가현'],
  '26': ['Kyoto', '京都府', '교토부'],
  '27': ['Osaka', '大阪府', '오사카부'],
  '28': ['Hyogo', '兵庫縣', '효고현'],
  '29': ['Nara', '奈良縣', '나라현'],
  '30': ['Wakayama', '和歌山縣', '와카야마현'],
  '31': ['Tottori', '鳥取縣', '돗토리현'],
  '32': ['Shimane', '島根縣', '시마네현'],
  '33': ['Okayama', '岡山縣', '오카야마현'],
  '34': ['Hiroshima', '廣島縣', '히로시마현'],
  '35': ['Yamaguchi', '山口縣', '야마구치현'],
  '36': ['Tokushima', '德島縣', '도쿠시마현'],
  '37': ['Kagawa', '香川縣', '가가와현'],
  '38': ['Ehime', '愛媛縣', '에히메현'],
  '39': ['Kochi', '高知縣', '고치현'],
  '40': ['Fukuoka', '福岡縣', '후쿠오카현'],
  '41': ['Saga', '佐賀縣', '사가현'],
  '42': ['Nagasaki', '長崎縣', '나가사키현'],
  '43': ['Kumamoto', '熊本縣', '구마모토현'],
  '44': ['Oita', '大分縣', '오이타현'],
  '45': ['Miyazaki', '宮崎縣', '미야자키현'],
  '46': ['Kagoshima', '鹿兒島縣', '가고시마현'],
  '47': ['Okinawa', '沖繩縣', '오키나와현'],
}

const column: Readonly<Record<Foreign, 0 | 1 | 2>> = { en: 0, 'zh-Hant': 1, ko: 2 }

export const prefectureName = (code: PrefCode, language: GuestLanguage): string =>
  language === 'ja' ? prefectureOf(code).name : names[code][column[language]]
