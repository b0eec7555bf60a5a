/** Settings, and what keys do. */
export const settings = {
  open: 'Settings',
  heading: 'Settings and keys',
  note: 'Kept in this browser, for all files, and in the address.',
  criticalBy: 'Critical is',
  by: { float: 'total float of 0 or less', longest: 'the longest path' },
  nearDays: 'Near critical up to a total float of, days',
  back: 'As they were',
  close: 'Close',
  keys: 'Keys',
  keyList: [
    ['?', 'Settings and keys'],
    ['1 to 6', 'Overview, Activities, Plots, Levelling, Changes, Audits'],
    ['/', 'Search in the activities'],
    ['↑ ↓, Page, Home, End', 'Choose an activity in the table'],
    ['← →', 'Fold and unfold a group'],
    ['Enter', 'From an activity to its details'],
    ['+ −', 'Zoom the bars'],
    ['Ctrl Z, Ctrl Shift Z', 'Take a tried change back, and make it again'],
    ['Alt ← →, Shift ← →', 'On the title of a column: move it, change its width'],
    ['Esc', 'Close this'],
  ] as const,
}
