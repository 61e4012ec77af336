import { z } from 'zod'

import { defineAction } from '~/forms/define-form.server'
import { file, notice } from '~/forms/form-response.server'
import { waitText } from '~/lib/dates'
import { UNKNOWN_ZONE } from '~/lib/time-zones'
import { fileLoader } from '~/platform/file-loader.server'
import { notFound } from '~/platform/not-found.server'

import { startDownload, type DownloadResult } from './download.server'
import { files, type FileName } from './files.server'

/**
 * Returns a downloadable file. A form instead of a link, so that no prefetch and no other site can
 * start it. A refusal redirects to the screen with the reason.
 */
const form = defineAction('/profile/my-data', {
  name: 'take-my-data',
  schema: z.object({}),
  async guard({ request, params }): Promise<FileName> {
    if (!Object.hasOwn(files, params.file ?? '')) throw notFound(request)
    return params.file as FileName
  },
  idempotencyKey: 'none',
  async call({ context, guardResult }): Promise<DownloadResult> {
    return startDownload(context, guardResult)
  },
  track: ({ context, guardResult: file }, { kind: result }) =>
    context.analytics.track('MyData:Take', { file, result }),
  onResult: {
    begun: (_, begun) => file(begun.file),
    crowded: notice({
      type: 'info',
      title: 'Сейчас скачивают слишком много файлов',
      description: 'Ваши файлы собираются по одному. Попробуйте ещё раз через минуту.',
    }),
    tooOften: ({ context }, { until }) => {
      context.reply.retryAfter = new Date(until)
      return notice({
        type: 'warning',
        title: 'Слишком много файлов подряд',
        description: `Следующий можно скачать ${waitText(context.reply.retryAfter, UNKNOWN_ZONE)}.`,
      })
    },
    unavailable: notice({
      type: 'error',
      title: 'Файл не собрался',
      description: 'Сервис с данными не отвечает. Попробуйте ещё раз чуть позже.',
    }),
  },
})

export const action = form.action
/** The file is made by a POST only. */
export const loader = fileLoader(form.loader, 405)
