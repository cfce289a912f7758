import type { CsvCell } from '#kernel/csv.ts'
import { prefectures } from '#kernel/place.ts'
import { orgStatusWord } from '#modules/organisations/application-process.ts'
import { sideWord } from '#modules/organisations/org-ref.ts'
import type { OrganisationRow } from './organisation-list.server.ts'

export const organisationCsvHead: readonly CsvCell[] = [
  '種別',
  '店名・農園名',
  'フリガナ',
  '氏名',
  'メールアドレス',
  '電話番号',
  '都道府県',
  '市区町村',
  '登録番号',
  '申込日時',
  'ステータス',
]

/** `csvLine` makes sure that no cell runs as a formula, whatever members call themselves. */
export const organisationCsvCells = (member: OrganisationRow): CsvCell[] => [
  sideWord[member.side],
  member.name,
  member.kana,
  member.personName,
  member.email,
  member.phone,
  prefectureName(member.prefectureCode),
  member.city,
  member.registrationNumber,
  member.appliedAt,
  orgStatusWord[member.status],
]

/** 北海道; empty while there is no address yet. */
export const prefectureName = (code: string): string => prefectures.find((each) => each.code === code)?.name ?? ''
