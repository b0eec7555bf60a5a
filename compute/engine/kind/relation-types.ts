/** The codes of the column links.type and which ends a relation joins. */
import { RELATION_TYPES } from '../../../shared/contract/schedule/fields.ts'

export const FS = RELATION_TYPES.indexOf('FS')
export const SS = RELATION_TYPES.indexOf('SS')
export const FF = RELATION_TYPES.indexOf('FF')
export const SF = RELATION_TYPES.indexOf('SF')

/** FS and FF count from the finish of the predecessor, SS and SF from its start. */
export const fromFinish = (type: number): boolean => type === FS || type === FF

/** FS and SS hold the start of the successor, FF and SF its finish. */
export const toStart = (type: number): boolean => type === FS || type === SS
