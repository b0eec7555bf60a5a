/** The id of every call in the examples. */
export const EXAMPLE_REQUEST_ID = 'f3b4c1d2-5f0a-4a44-9d0e-2c6a3f1b7e90'
