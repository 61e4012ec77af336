// What we take of the library. A part of the build that is loaded later tells its names only so.
import webPush from 'web-push'

export const { generateRequestDetails } = webPush
