import type { ComponentProps } from 'react'
import { NumberField } from './number-field.tsx'

type Props = Omit<ComponentProps<typeof NumberField>, 'decimals' | 'suffix'>

/** Whole yen (`readYen` on the server). */
export const YenField = (props: Props) => <NumberField min={0} max={999_999_999} step={10} {...props} suffix="円" />
