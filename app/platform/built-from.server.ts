declare const SOURCES: string | undefined

/**
 * The hash of what this server was built from, by which every two releases differ, even where the
 * browser's files are the same. While developing all builds count as one.
 */
export const builtFrom = typeof SOURCES === 'undefined' ? 'development' : SOURCES
