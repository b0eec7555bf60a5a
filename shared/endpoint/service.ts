/** The endpoints the gateway answers itself, in the order of the documents. A row marked pending answers 501 until its issue builds it. */
import type { ServiceRow } from './row.ts'
import { accountRows } from './service/account-rows.ts'
import { agentRows } from './service/agent-rows.ts'
import { allocationRows } from './service/allocation-rows.ts'
import { billingRows } from './service/billing-rows.ts'
import { contactRows } from './service/contact-rows.ts'
import { jobRows } from './service/job-rows.ts'
import { keyRows } from './service/key-rows.ts'
import { publicRows } from './service/public-rows.ts'
import { signInRows } from './service/sign-in-rows.ts'
import { trialRows } from './service/trial-rows.ts'

export const serviceRows: readonly ServiceRow[] = [
  ...publicRows,
  ...accountRows,
  ...allocationRows,
  ...jobRows,
  ...trialRows,
  ...signInRows,
  ...keyRows,
  ...billingRows,
  ...contactRows,
  ...agentRows,
]
