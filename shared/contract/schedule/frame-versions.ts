/**
 * Versions of frames, oldest first. Raised with every change that a node must know of to run the job as its caller meant it: the layout,
 * columns, analyses, their options, where a frame lies. A job says its version, and nodes take only those that they know, so
 * that gateways of a new version may run beside nodes of the last one. The last one is written.
 *
 * 1 to 3 lack columns that came since (2: calendars and times; 4: leveling delays), and columns that are not there are absent: their jobs may still be waiting.
 * 5: options (delay events, contract dates, recreated updates, work that pauses in levelling). 6: an analysis (catalogues of checks), deliverables.
 * 7: options (contract dates of time impact, collapsed as-built, as-planned against as-built; the tasks that what-if changes).
 * 8: options (element of cost in the mapping of deliverables).
 * 9: columns (leveling priority), options (contract dates once for a report; a catalogue of checks that is sent is the one that is run).
 * 10: resources that are kept out of levelling.
 * 11: columns (short names of resources), options (mappings by the names that PARS and the SPD have, parts of a mapping for all that `values` does not name).
 * 12: columns (work that levelling may not split, row numbers of Microsoft Project).
 * 13: columns (what progress is measured by; physical percents of tasks that are measured otherwise stand in theirs; the longest path of the tool that made the file), options (kind of percent complete in the mapping of PARS).
 * 14: options (leveling_options of a schedule).
 * 15: prices of resources and of assignments.
 */
export const FRAME_VERSIONS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]

export const FRAME_VERSION = FRAME_VERSIONS.at(-1)!
/** The version of jobs that say none: those of 0.4.0. */
export const FRAME_VERSION_UNSAID = 1
