import { PhoneLink } from './phone-link'

/** Where shoppers find people to help; null: there is no such channel. */
export interface Support {
  phone: string | null
  email: string | null
  botUrl: string | null
}

/** A link that opens a letter to support. */
export function EmailLink({ email, className }: { email: string; className?: string | undefined }) {
  return (
    <a className={className} href={`mailto:${email}`}>
      {email}
    </a>
  )
}

/** Whether there is any channel at all. */
export const hasSupport = (support: Support | undefined): support is Support =>
  Boolean(support?.phone ?? support?.email ?? support?.botUrl)

/**
 * How to reach support, as a part of a sentence: «позвоните: …», or by the next channel that there is.
 * @param isFirst whether the sentence begins with it
 */
export function SupportPhrase({
  support,
  isFirst = false,
}: {
  support: Support
  isFirst?: boolean
}) {
  const { phone, email, botUrl } = support
  const write = isFirst ? 'Напишите' : 'напишите'
  if (phone)
    return (
      <>
        {isFirst ? 'Позвоните' : 'позвоните'}: <PhoneLink phone={phone} />
      </>
    )
  if (email)
    return (
      <>
        {write} на <EmailLink email={email} />
      </>
    )
  return botUrl ? (
    <>
      {write} в <a href={botUrl}>чат с поддержкой</a>
    </>
  ) : null
}
