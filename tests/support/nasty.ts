import fc from 'fast-check'

/** The same cases every time; `FUZZ_SEED` tries others. Failures name it. */
export const seed = Number(process.env.FUZZ_SEED ?? 20261121)

/** Values that have broken a form somewhere before. */
const nastyExamples = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '%00',
  '%',
  '%E0%A4%A',
  '\r\n',
  'Set-Cookie: a=b',
  '\ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67',
  '\u202eКупон\u202c',
  'مرحبا بالعالم',
  'А\u0301лёна',
  'Аlёna',
  '{"type":"reset","payload":{}}',
  '{"type":"update","payload":{"name":"__proto__","value":{"polluted":"1"}}}',
  'shopper@еxample.ru',
  'shopper@example.ru ',
  'a@b',
  'a@b.c\nBcc: d@e.f',
  '"><script>alert(1)</script>',
  "' OR 1=1 --",
  '${7*7}{{7*7}}',
  '../../etc/passwd',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'undefined',
  'null',
  'true',
  'NaN',
  '-1',
  '0',
  '1e309',
  '99999999999999999999',
  '29',
  '30',
  '31',
  '2',
  'февраль',
  '1900',
  '2023',
  '2024',
  '9999',
  '+7 900 123-45-67',
  '79001234567',
  '8(900)123-45-67',
  '٧٩٠٠١٢٣٤٥٦٧',
  '𝟗𝟎𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕',
  '12345',
  '１２３４５',
  'on',
  'Алёна',
  'O’Нил-Петрова',
  'Я'.repeat(51),
  'я'.repeat(3001),
  '7'.repeat(5000),
  '('.repeat(5000),
  '@'.repeat(5000),
]

/** One value of a field. */
export const nastyValue = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...nastyExamples) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 99999 }).map(String) },
)

const nastyNames = [
  '__proto__',
  '__proto__[polluted]',
  'constructor',
  'constructor.prototype.polluted',
  'toString',
  'hasOwnProperty',
  'userId',
  'cardNumber',
  'stars',
  '',
  '[]',
  'a[b][c][d]',
  'formId',
  'returnTo',
  '__intent__',
  '__state__',
  'answer.__proto__.polluted',
  'answer.constructor',
]

export interface NastyBody {
  contentType: string | null
  body: Buffer
}

const FORM = 'application/x-www-form-urlencoded'
const BOUNDARY = 'nasty-boundary'

/**
 * Bodies for a form, mostly with a valid value in each field and up to two odd ones.
 * @param fields valid values of each field
 */
export function nastyBody(fields: Record<string, readonly string[]>): fc.Arbitrary<NastyBody> {
  const names = Object.keys(fields)
  const anyName = names.length > 0 ? fc.constantFrom(...names) : fc.constant('x')
  const name = fc.oneof(
    { weight: 8, arbitrary: anyName },
    { weight: 1, arbitrary: fc.constantFrom(...nastyNames) },
    { weight: 1, arbitrary: anyName.map((each) => `${each}[]`) },
    { weight: 1, arbitrary: anyName.map((each) => `${each}[0].x`) },
  )
  const strayed = fc.array(fc.tuple(name, nastyValue), { maxLength: 6 })
  // All fields are valid but two at most, so that each check of the form is reached.
  const nearly = fc
    .tuple(
      fc.tuple(...names.map((each) => fc.constantFrom(...(fields[each] ?? [])))),
      fc.array(fc.tuple(name, nastyValue), { maxLength: 2 }),
    )
    .map(([values, odd]) => {
      const given = names.map((each, index): [string, string] => [each, values[index] as string])
      const oddNames = odd.map(([each]) => each)
      return [...given.filter(([each]) => !oddNames.includes(each)), ...odd]
    })
  const pairs = fc.oneof({ weight: 3, arbitrary: nearly }, { weight: 2, arbitrary: strayed })
  const urlencoded = pairs.map((list) => form(new URLSearchParams(list).toString()))
  return fc.oneof(
    { weight: 40, arbitrary: urlencoded },
    { weight: 10, arbitrary: pairs.map(multipart) },
    {
      weight: 5,
      arbitrary: fc
        .tuple(
          anyName,
          fc.constantFrom('%', '%zz', '%00', '%ff%fe', '+++', '%F0%9F', '&&==&', '%0d%0a'),
        )
        .map(([each, raw]) => form(`${each}=${raw}&${raw}=${each}&${each}`)),
    },
    {
      weight: 5,
      arbitrary: fc
        .uint8Array({ maxLength: 200 })
        .map((bytes) => ({ contentType: FORM, body: Buffer.from(bytes) })),
    },
    {
      weight: 5,
      arbitrary: fc
        .tuple(
          urlencoded,
          fc.constantFrom(
            'application/json',
            'text/plain',
            'multipart/form-data',
            'multipart/form-data; boundary=',
            'application/x-www-form-urlencoded; charset=utf-16',
            'multipart/form-data; boundary="\u00e9"',
            '*/*',
            null,
          ),
        )
        .map(([{ body }, contentType]) => ({ contentType, body })),
    },
    {
      weight: 5,
      arbitrary: anyName.map((each) =>
        form(Array.from({ length: 2000 }, () => `${each}=1`).join('&')),
      ),
    },
    { weight: 1, arbitrary: anyName.map((each) => form(`${each}=${'я'.repeat(200_000)}`)) },
  )
}

const form = (text: string): NastyBody => ({ contentType: FORM, body: Buffer.from(text) })

function multipart(pairs: (readonly [string, string])[]): NastyBody {
  const parts = pairs.map(([name, value], index) => {
    const file = index % 2 ? `; filename="${value.slice(0, 20).replace(/["\r\n]/g, '')}.jpg"` : ''
    const type = file ? '\r\nContent-Type: image/jpeg' : ''
    const safeName = name.replace(/["\r\n]/g, '')
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${safeName}"${file}${type}\r\n\r\n${value}\r\n`
  })
  return {
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
    body: Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`),
  }
}
