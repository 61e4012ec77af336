import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { waitText, SERVER_TIME_ZONE } from '~/lib/dates'
import { fileLoader } from '~/platform/file-loader.server'
import { notFound } from '~/platform/not-found.server'

import { isFileName, type FileName } from './files.server'
import { startDownload, type DownloadResult } from './download.server'

/**
 * Returns a downloadable file. A form instead of a link, so that no prefetch and no other site can
 * start it. A refusal redirects to the screen with the reason.
 */
const form = defineAction('/profile/my-data', {
  name: 'take-along',
  killSwitch: 'take-my-data',
  schema: z.object({
    year: z
      .string()
      .regex(/^(?:20\d\d)?$/)
      .default('')
      .transform((year) => (year ? Number(year) : null)),
  }),
  async guard({ request, params }): Promise<FileName> {
    if (!isFileName(params.file)) throw notFound(request)
    return params.file
  },
  idempotencyKey: 'none',
  async call({ context, guardResult, value }): Promise<DownloadResult> {
    return startDownload(context, { name: guardResult, year: value.year })
  },
  track: ({ context, guardResult, value }, { kind }) =>
    context.analytics.track('MyData:Take', {
      file: guardResult,
      is_year: value.year !== null,
      result: kind,
    }),
  onResult: {
    begun: (_, { file }) => ({ file }),
    busy: {
      flash: {
        type: 'info',
        title: 'Файл уже собирается',
        description: 'Дождитесь, пока он скачается: файлы собираются по одному.',
      },
    },
    crowded: {
      flash: {
        type: 'info',
        title: 'Сейчас скачивают слишком много файлов',
        description: 'Попробуйте ещё раз через минуту.',
      },
    },
    tooOften: ({ context }, { until }) => {
      context.retryAfter = new Date(until)
      return {
        flash: {
          type: 'warning',
          title: 'Слишком много файлов подряд',
          description: `Следующий можно скачать ${waitText(context.retryAfter, SERVER_TIME_ZONE)}.`,
        },
      }
    },
    unavailable: {
      flash: {
        type: 'error',
        title: 'Файл не собрался',
        description: 'Сервис с данными не отвечает. Попробуйте ещё раз чуть позже.',
      },
    },
  },
})

export const action = form.action
/** The file is made by a POST only. */
export const loader = fileLoader(form.loader, 405)
