/** Forms of a result that are files. */
export const FORM_TYPES = {
  html: 'text/html',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  svg: 'image/svg+xml',
} as const
export type FileForm = keyof typeof FORM_TYPES
