/** Where the callback of an example would go: a name reserved for examples. */
export const CALLBACK_URL_EXAMPLE = 'https://example.com/schedule-callbacks'
