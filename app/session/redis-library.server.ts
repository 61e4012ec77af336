// What we take of the library. A part of the build that is loaded later tells its names only so.
export { createClient, ErrorReply } from '@redis/client'
