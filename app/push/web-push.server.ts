// Exports only the used functions of the library. The build keeps the export names of a chunk loaded later
// only for a module of our own.
import webPush from 'web-push'

export const { generateRequestDetails } = webPush
