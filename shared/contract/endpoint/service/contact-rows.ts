/** The contact form. */
import { ContactForm, ContactReceipt } from '../data/contact-data.ts'
import { json, service } from './service-row.ts'

export const contactRows = [
  service('contact.submit', 'POST', '/api/v1/contact/submit', 'Contact form', {
    meter: 'address',
    body: ContactForm,
    description: 'Kept for the operator, who answers by mail. A few forms per address and ten minutes.',
    replies: { 200: json('It is kept.', ContactReceipt) },
    refusals: ['contact_limit', 'capacity_exceeded'],
  }),
]
