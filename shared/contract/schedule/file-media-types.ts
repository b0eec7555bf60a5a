/** Media types of the project files that a body may be, and of forms that carry them. */
import type { FileFormat } from './import-report.ts'

export const FILE_MEDIA_TYPES = {
  xer: 'application/xer',
  p6_xml: 'application/vnd.primavera.p6+xml',
  ms_project_xml: 'application/vnd.ms-project+xml',
} as const satisfies Record<FileFormat, string>
export type FileMediaType = (typeof FILE_MEDIA_TYPES)[FileFormat]

export const FORM_MEDIA_TYPE = 'multipart/form-data'

/** Types that do not identify a project file; its first bytes do. */
export const SNIFFED_MEDIA_TYPES = ['application/octet-stream', 'application/xml', 'text/xml', 'text/plain'] as const
export type SniffedMediaType = (typeof SNIFFED_MEDIA_TYPES)[number]
