declare const SOURCES: string | undefined

/**
 * The hash of the sources of this server, which differs between releases even if browser files are
 * equal. In development all builds count as one.
 */
export const builtFrom = typeof SOURCES === 'undefined' ? 'development' : SOURCES
