/** Words of MPXJ, as its exports have them, and ours. */
export const MPXJ_CONSTRAINTS: Readonly<Record<string, string>> = {
  START_NO_EARLIER_THAN: 'SNET',
  START_NO_LATER_THAN: 'SNLT',
  FINISH_NO_EARLIER_THAN: 'FNET',
  FINISH_NO_LATER_THAN: 'FNLT',
  START_ON: 'SO',
  FINISH_ON: 'FO',
  MUST_START_ON: 'MSO',
  MUST_FINISH_ON: 'MFO',
  AS_LATE_AS_POSSIBLE: 'ALAP',
}
