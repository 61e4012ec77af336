import { z } from 'zod'

import { id, shownText } from './common.server'

export const challenge = z.object({ id, question: shownText.min(1) })
