import type { Sandbox } from '../../sandbox/sandbox'
import type { Visitor } from './visitor'

/** Posts a form as a person does: once more, with the right answer, if a captcha is asked for. */
export async function postAsPerson(
  visitor: Visitor,
  { captcha }: Sandbox['state'],
  path: string,
  fields: Record<string, string>,
): Promise<Response> {
  const first = await visitor.post(path, fields)
  const [, captchaId] = /name="captchaId" value="([\w-]+)"/.exec(await first.clone().text()) ?? []
  if (!captchaId) return first
  return visitor.post(path, {
    ...fields,
    captchaId,
    captchaAnswer: captcha.answer(captchaId) ?? '',
  })
}
