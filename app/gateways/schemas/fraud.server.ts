import { z } from 'zod'

import { id } from './common.server'

export const loginStart = z.object({ clientId: id, deviceId: id, userAgent: z.string() })

export const loginStarted = z.object({ ksid: id })
