import { z } from 'zod'

import { id } from './common.server'

export const challenge = z.object({ id, question: z.string().min(1) })
export type Challenge = z.output<typeof challenge>
